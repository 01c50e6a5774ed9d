import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Paths of the repository's files, including uncommitted ones; without Git, which a downloaded archive lacks. */
export function repositoryFiles(): string[] {
  const ignored = readFileSync(join(root, '.gitignore'), 'utf8').replaceAll('/', '').split('\n')
  return readdirSync(root, { withFileTypes: true })
    .filter(({ name }) => name !== '.git' && !ignored.includes(name))
    .flatMap((entry) =>
      entry.isDirectory()
        ? readdirSync(join(root, entry.name), { recursive: true, withFileTypes: true })
        : [entry],
    )
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)).replaceAll('\\', '/'))
    .sort()
}
