import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Absolute path of the first that exists, relative to this module: in the sources, or in the built server's folder. */
export function locateFile(...paths: string[]): string {
  // A build may move this module to a folder of shared chunks, one level below the built server.
  const found = paths
    .flatMap((path) => [path, `../${path}`])
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find((path) => existsSync(path))
  if (!found) throw new Error(`The server is incomplete: none of ${paths.join(', ')} found`)
  return found
}
