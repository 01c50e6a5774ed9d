import fs from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/**
 * The engine's files, with the `fsync` that its file system lacks: without it a commit is in the hands of the operating
 * system alone, and a power loss may leave files that no recovery can read.
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
