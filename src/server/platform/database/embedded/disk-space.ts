import { statfsSync } from 'node:fs'
import { DatabaseError } from '../errors.ts'

const MIB = 1_048_576

/**
 * Free space, in bytes, below which writes are refused: an engine that runs out of disk may hang for good. Leaves room
 * for its own writes, such as a WAL segment of 16 MiB.
 */
export const RESERVE = 48 * MIB
/** Space needed to create a database, in bytes. */
const NEW_DATABASE = 160 * MIB
/** Lifetime of a cached measurement of free space, in milliseconds. */
const CACHE_TIME = 500

/** Free space of a folder's disk, in bytes. */
export const freeDiskSpace = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Throws a DatabaseError naming the disk if it is too full for a start. */
export const refuseFullDisk = (folder: string, free: number, isNew: boolean): void => {
  const needed = isNew ? NEW_DATABASE : RESERVE
  if (free >= needed) return
  const mebibytes = (bytes: number) => `${Math.floor(bytes / MIB)} MiB`
  throw new DatabaseError(
    `No queda espacio en el disco de la carpeta de datos ${folder}: hay ${mebibytes(free)} libres y hacen falta ` +
      `${mebibytes(needed)}. Libere espacio, o use otra carpeta con la variable DATA_DIR.`,
  )
}

/** Monitors the database's free disk space. */
export class DiskWatch {
  readonly #free: () => number
  #isFull = false
  #measuredAt = Number.NEGATIVE_INFINITY

  constructor(free: () => number) {
    this.#free = free
  }

  get isFull(): boolean {
    if (performance.now() - this.#measuredAt < CACHE_TIME) return this.#isFull
    this.#measuredAt = performance.now()
    this.#isFull = this.#free() < RESERVE
    return this.#isFull
  }
}
