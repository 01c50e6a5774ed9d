import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { root } from './prepare.mjs'

const folder = join(root, 'dist', 'admin')
const compressible = new Set(['.css', '.html', '.js', '.json', '.map', '.svg', '.txt', '.webmanifest'])
/** Below this size, the headers of a compressed response cost more than it saves. */
const MIN_BYTES = 512

const encodings = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gz: (bytes) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
}

async function compress(file) {
  const bytes = await readFile(file)
  if (bytes.length < MIN_BYTES) return
  for (const [suffix, encode] of Object.entries(encodings)) {
    const encoded = await encode(bytes)
    if (encoded.length < bytes.length) await writeFile(`${file}.${suffix}`, encoded)
  }
}

const entries = await readdir(folder, { recursive: true, withFileTypes: true })
await Promise.all(
  entries
    // Folders with a leading dot hold metadata of the build, which is not served.
    .filter((entry) => entry.isFile() && !entry.parentPath.includes(`${folder}/.`))
    .filter((entry) => compressible.has(extname(entry.name)))
    .map((entry) => compress(join(entry.parentPath, entry.name))),
)
