import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { join, relative } from 'node:path'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import { install, root } from './prepare.mjs'

// Vite patches components in place only in development, and keeps a value that is set.
process.env.NODE_ENV = 'development'
await install()
const { build, createServer } = await import('vite')

/** The demo's database by default, anew with `--reset`; `npm run dev -- --empty` uses an empty one. */
const { values: options } = parseArgs({ options: { empty: { type: 'boolean' }, reset: { type: 'boolean' } } })
const args = { demo: !options.empty, reset: !options.empty && options.reset === true }

/** Parts of the running server; its database stays open across reloads. */
const running = {}
/** The function that opened the database; a reload gives another one if the database's code has changed. */
let openedBy
/** The application that serves requests; undefined after a failure, until the next change. */
let app
let failure = ''
const openResponses = new Set()

const http = createHttpServer((request, response) =>
  isForApi(request.url) ? respond(request, response) : vite.middlewares(request, response),
)
const url = () => `http://localhost:${http.address().port}`
let vite
let turn = once(http, 'listening')
let isPending = false
let isFirst = true
let isStopping = false

const isForApi = (path) => /^\/(api|auth|health|ready|pictures|demo\/media)([/?]|$)/.test(path)

/** Milliseconds for network requests of the background to end before a reload interrupts them. */
const DRAIN = 500

/** Stops the background work; the application closes when it has answered its last request. */
async function stopApi() {
  const { app: old, worker, networkWorkers = [] } = running
  app = running.app = running.worker = running.networkWorkers = undefined
  await Promise.all([worker?.stop(), ...networkWorkers.map((worker) => worker.stop(DRAIN))])
  const closed = Promise.all(openResponses).then(() => old?.close())
  closed.catch((error) => console.error(error))
}

async function closeDatabase() {
  await running.database?.close()
  running.database = running.clock = undefined
}

async function startApi() {
  isPending = false
  if (isStopping) return
  const began = performance.now()
  const { runner } = vite.environments.ssr
  try {
    await stopApi()
    const { open } = await runner.import('/src/server/start/open.ts')
    const { start } = await runner.import('/src/server/start/start.ts')
    if (open !== openedBy) await closeDatabase()
    openedBy = open
    const listen = async (app) => {
      await app.ready()
      return isFirst ? url() : undefined
    }
    await start(running, args, { listen })
    // `--reset` applies to the first start only: a reload must not empty the database again.
    args.reset = false
    app = running.app
    if (!isFirst) console.log(`Server reloaded in ${Math.round(performance.now() - began)} ms`)
    isFirst = false
  } catch (error) {
    failure = `The server does not start, until the next change: ${error.stack ?? error}`
    console.error(failure)
  }
}

/** Reloads run one after another; changes before one begins belong to it. */
function reloadApi() {
  if (isPending) return
  isPending = true
  turn = turn.then(startApi)
}

/** Requests wait for a reload instead of failing. */
async function respond(request, response) {
  for (let last; last !== turn; ) {
    last = turn
    await last
  }
  if (response.destroyed) return
  if (!app) {
    response.writeHead(503, { 'content-type': 'text/plain; charset=utf-8' })
    return response.end(stripVTControlCharacters(failure))
  }
  const closed = once(response, 'close').catch(() => undefined)
  openResponses.add(closed)
  closed.finally(() => openResponses.delete(closed))
  app.routing(request, response)
}

/** Vite keeps the relative path of an import that it could not resolve. */
const importsMissingFile = ({ transformResult }) =>
  transformResult?.deps?.some((path) => path.startsWith('.')) ?? false

const plugin = {
  name: 'cartelera:dev',
  // Again when Vite restarts, after a change of its configuration.
  configureServer(server) {
    vite = server
    reloadApi()
  },
  hotUpdate({ type, file, modules }) {
    const { name, moduleGraph } = this.environment
    if (name !== 'ssr') return
    // A new file may resolve an import that failed before.
    const waiting =
      type === 'create' ? [...moduleGraph.idToModuleMap.values()].filter(importsMissingFile) : []
    for (const module of [...modules, ...waiting]) moduleGraph.invalidateModule(module)
    // The threads of the embedded engine.
    if (file.endsWith('.mjs')) openedBy = undefined
    if (modules.length > 0 || file.startsWith(join(root, 'src', 'server'))) reloadApi()
    return []
  },
}

await createServer({
  root,
  plugins: [plugin],
  server: {
    middlewareMode: true,
    ws: { server: http },
    watch: {
      ignored: (path) => /^(data|\.cache|dist)/.test(relative(root, path)),
      // Otherwise the watcher drops a change within 50 ms of the last one.
      awaitWriteFinish: { stabilityThreshold: 50, pollInterval: 10 },
    },
  },
})
http.listen(Number(process.env.PORT ?? 3000), process.env.HOST ?? '127.0.0.1')
await once(http, 'listening')
console.log(`Cartelera, reloading on change: ${url()}`)

// Node alone does not run TypeScript in a thread.
const watcher = await build({
  root,
  configFile: false,
  logLevel: 'warn',
  ssr: { noExternal: true },
  build: {
    ssr: 'src/server/sandbox-thread.ts',
    outDir: join(root, '.cache', 'dev'),
    target: 'node20',
    copyPublicDir: false,
    emptyOutDir: false,
    rolldownOptions: { output: { codeSplitting: false } },
    watch: {},
  },
})

async function stop() {
  // The terminal and npm both forward a signal; the second must not interrupt the shutdown.
  if (isStopping) return
  isStopping = true
  // The code under change may wait for ever.
  setTimeout(() => process.exit(1), 15_000).unref()
  await turn
  await stopApi()
  await Promise.allSettled([closeDatabase(), vite.close(), watcher.close()])
  process.exit(0)
}
process.on('SIGINT', stop).on('SIGTERM', stop)
// A fault of a background task must not end the dev server.
process.on('uncaughtException', (error) => console.error(error))
