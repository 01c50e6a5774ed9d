// Entry of the threads that read untrusted files and rate passwords: each handles one and exits.
import { parentPort, workerData } from 'node:worker_threads'
import { Invalid, SourceFailed } from './platform/http/errors.ts'
import type { Message, RangeResponse, ReadRange, Task } from './platform/sandbox/messages.ts'

/** Parsers by kind: functions of their input and, for large files, of a callback that reads a range. */
const PARSERS: Readonly<Record<string, () => Promise<unknown>>> = {
  guide: async () => (await import('./features/channels/guides/read-guide.ts')).readGuide,
  playlist: async () => (await import('./features/channels/playlists/read-playlist.ts')).readPlaylist,
  table: async () => (await import('./platform/imports/read-table.ts')).readTable,
  strength: async () => (await import('./features/sign-in/estimate-strength.ts')).estimateStrength,
  apk: async () => (await import('./features/settings/apk/read-apk.ts')).readApk,
}
const port = parentPort
if (!port) throw new Error('This module runs in a thread of its own')
const post = (message: Message): void => port.postMessage(message)

let nextId = 0
const pending = new Map<number, (response: RangeResponse) => void>()
port.on('message', (response: RangeResponse) => {
  pending.get(response.id)?.(response)
  pending.delete(response.id)
})

const readRange: ReadRange = (from, length) =>
  new Promise((resolve, reject) => {
    const id = nextId++
    pending.set(id, ({ bytes }) => {
      if (bytes) resolve(bytes)
      else reject(new RangeError('A range outside of the file'))
    })
    post({ range: { id, from, length } })
  })

/** Cast, because types cannot express that `Sandbox` only starts threads with the input of their kind. */
const loadParser = async (kind: Task['kind']) =>
  (await PARSERS[kind]?.()) as (input: unknown, range: ReadRange) => Promise<unknown>

/** Errors lose their class when posted to another thread. */
function serializeError(error: unknown): Message {
  if (error instanceof SourceFailed) return { failure: error.failure }
  if (error instanceof Invalid) return { errors: error.errors }
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  return { fault: { message, stack } }
}

const { kind, input }: Task = workerData
try {
  const read = await loadParser(kind)
  post({ loaded: true })
  post({ value: await read(input, readRange) })
} catch (error) {
  post(serializeError(error))
}
