import { constants } from 'node:fs'
import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'

/** Milliseconds within which two writes may leave a file the same time. */
const TIME_GRAIN = 1_000

interface Copied {
  size: number
  mtimeMs: number
  /** The file was not written shortly before it was copied. */
  isSettled: boolean
}

const isGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Copies a folder in several passes, each of which only copies what changed since the last. */
export class FolderCopy {
  readonly #from: string
  readonly #to: string
  readonly #copied = new Map<string, Copied>()

  constructor(from: string, to: string) {
    this.#from = from
    this.#to = to
  }

  /** The last pass gives a true copy if nothing writes to the folder meanwhile. */
  async pass(): Promise<void> {
    await mkdir(this.#to, { recursive: true, mode: 0o700 })
    const found = new Set<string>()
    for (const entry of await readdir(this.#from, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      const name = relative(this.#from, path)
      if (entry.isDirectory()) await mkdir(join(this.#to, name), { recursive: true, mode: 0o700 })
      else if (entry.isFile() && (await this.#copy(name))) found.add(name)
    }
    for (const name of this.#copied.keys()) {
      if (found.has(name)) continue
      await rm(join(this.#to, name), { force: true })
      this.#copied.delete(name)
    }
  }

  /** False if the file disappeared before it was copied. */
  async #copy(name: string): Promise<boolean> {
    const path = join(this.#from, name)
    try {
      const { size, mtimeMs } = await stat(path)
      const last = this.#copied.get(name)
      if (last?.isSettled && last.size === size && last.mtimeMs === mtimeMs) return true
      await mkdir(dirname(join(this.#to, name)), { recursive: true, mode: 0o700 })
      await copyFile(path, join(this.#to, name), constants.COPYFILE_FICLONE)
      this.#copied.set(name, { size, mtimeMs, isSettled: Date.now() - mtimeMs > TIME_GRAIN })
      return true
    } catch (error) {
      if (isGone(error)) return false
      throw error
    }
  }
}
