import fs from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/**
 * Adds the `fsync` that the engine's file system lacks: without it a commit only reaches the operating system, and a
 * power loss can leave files that are beyond recovery.
 */
export class DurableFs extends NodeFS {
  /** @returns {ReturnType<NodeFS['init']>} */
  async init(database, options) {
    const { emscriptenOpts } = await super.init(database, options)
    const install = ({ NODEFS }) => {
      NODEFS.stream_ops.fsync = (stream) => {
        if (stream.nfd === undefined) syncPath(NODEFS.realPath(stream.node))
        else fs.fsyncSync(stream.nfd)
        return 0
      }
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...emscriptenOpts.preRun, install] } }
  }
}

function syncPath(path) {
  const file = fs.openSync(path, 'r')
  try {
    fs.fsyncSync(file)
  } finally {
    fs.closeSync(file)
  }
}
