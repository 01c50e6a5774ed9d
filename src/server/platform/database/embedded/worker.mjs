// Runs the embedded database off the main thread: a slow statement delays other statements, never the HTTP server.
// Plain JavaScript, so that any Node version runs it from the sources.
import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { DurableFs } from './durable-fs.mjs'
import { keepFilesPrivate, parsers, settings } from './settings.mjs'

const { dataDir, snapshot } = workerData

keepFilesPrivate()
const database = await PGlite.create({
  ...settings,
  ...(dataDir && { fs: new DurableFs(dataDir) }),
  ...(snapshot && { loadDataDir: new Blob([await readFile(snapshot)]) }),
})

const verbs = {
  query: ({ text, parameters, rowMode }) => database.query(text, parameters, { rowMode, parsers }),
  exec: ({ text }) => database.exec(text, { parsers }),
  dump: async () => new Uint8Array(await (await database.dumpDataDir('none')).arrayBuffer()),
  close: () => database.close(),
}

/** Posting an error only keeps its message: copies the fields that callers use. */
function fieldsOf(error) {
  const { name, message, stack, code, severity, detail, hint, constraint, table, column, schema, position } =
    error
  return { name, message, stack, code, severity, detail, hint, constraint, table, column, schema, position }
}

parentPort.on('message', async ({ id, verb, ...request }) => {
  try {
    parentPort.postMessage({ id, value: await verbs[verb](request) })
  } catch (error) {
    parentPort.postMessage({ id, error: fieldsOf(error) })
  }
})
parentPort.postMessage({ ready: true })
