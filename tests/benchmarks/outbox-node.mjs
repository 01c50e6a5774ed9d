// A server as in production, but without a limit of mails per minute; it runs from the sources.
import { createServer } from 'vite'

const vite = await createServer({
  configFile: false,
  appType: 'custom',
  logLevel: 'warn',
  optimizeDeps: { noDiscovery: true },
  server: { middlewareMode: true, watch: null, hmr: false, ws: false },
})
const { runNode } = await vite.ssrLoadModule('/tests/benchmarks/outbox-node.ts')
await runNode()
