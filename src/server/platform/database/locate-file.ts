import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Path of a file or folder of the database layer, next to the sources or in the built server's folder. */
export function locateFile(...paths: string[]): string {
  // A build may move this module to a folder of shared chunks, one level below the built server.
  const found = paths
    .flatMap((path) => [path, `../${path}`])
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find((path) => existsSync(path))
  if (!found) throw new Error(`The server is incomplete: none of ${paths.join(', ')} found`)
  return found
}
