import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer as createSocket } from 'node:net'
import { join } from 'node:path'
import { install, root } from './prepare.mjs'

await install()
const { createBuilder, createServer } = await import('vite')

/** Port of the dev server, which proxies to the API on an internal port. */
const port = Number(process.env.PORT ?? 3000) || (await freePort())
const host = process.env.HOST ?? '127.0.0.1'
const apiPort = await freePort()
/** Apart from the built product, which may be running at the same time. */
const outDir = join(root, 'dist', 'dev')
/** The demo's database by default; `npm run dev -- --empty` uses an empty one. */
const args = process.argv.slice(2)
const serverArgs = args.includes('--empty') ? args.filter((arg) => arg !== '--empty') : ['--demo', ...args]

let api
let turn = Promise.resolve()

async function freePort() {
  const socket = createSocket().listen(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address()
  socket.close()
  await once(socket, 'close')
  return port
}

async function stopApi() {
  if (!api || api.exitCode !== null || api.signalCode !== null) return
  const gone = once(api, 'exit')
  api.kill('SIGTERM')
  await gone
}

async function restartApi() {
  await stopApi()
  api = spawn(process.execPath, ['--enable-source-maps', join(outDir, 'main.js'), ...serverArgs], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(apiPort), NODE_ENV: 'development' },
  })
  // `--reset` applies to the first start only: a restart must not empty the database again.
  const reset = serverArgs.indexOf('--reset')
  if (reset >= 0) serverArgs.splice(reset, 1)
}

async function watchServer() {
  const builder = await createBuilder({
    root,
    logLevel: 'warn',
    environments: { ssr: { build: { outDir, watch: {}, sourcemap: true } } },
  })
  const watcher = await builder.build(builder.environments.ssr)
  let failed = false
  watcher.on('event', ({ code }) => {
    if (code === 'START') failed = false
    if (code === 'ERROR') failed = true
    // Restarts run one after another: two servers must never use the same database folder.
    if (code === 'END' && !failed) turn = turn.then(restartApi)
  })
  return watcher
}

async function serveAdmin() {
  const target = `http://127.0.0.1:${apiPort}`
  const proxy = Object.fromEntries(
    ['/api/', '/auth/', '/health', '/ready', '/pictures/'].map((path) => [path, target]),
  )
  const admin = await createServer({ root, server: { host, port, strictPort: true, proxy } })
  await admin.listen()
  return admin
}

const watcher = await watchServer()
const admin = await serveAdmin()
console.log(`Cartelera, reloading on change: http://localhost:${port}`)

let isStopping = false
async function stop() {
  // The terminal and npm both forward a signal; the second must not interrupt the shutdown.
  if (isStopping) return
  isStopping = true
  await Promise.allSettled([watcher.close(), admin.close(), turn.then(stopApi)])
  process.exit(0)
}
process.on('SIGINT', stop).on('SIGTERM', stop)
