import { join } from 'node:path'
import { build, install, root, typeScriptLoader } from './prepare.mjs'

// `process.exit` also ends the servers that were started.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130))

await install()
await build({ ifNeeded: true })

const vite = await typeScriptLoader()
try {
  const cluster = await vite.ssrLoadModule(join(root, 'tests', 'cluster', 'cluster.ts'))
  process.exitCode = await cluster.default(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await vite.close()
}
