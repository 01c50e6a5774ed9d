import { statfsSync } from 'node:fs'
import { DatabaseError } from '../errors.ts'

const MIB = 1_048_576

/**
 * Below so much free space nothing is written any more, in bytes. An engine that runs into the end of the disk may
 * hang for good; what it writes on its own meanwhile, a segment of the log has 16 MiB, still finds room.
 */
export const RESERVE = 48 * MIB
/** What making a new database takes, in bytes. */
const NEW_DATABASE = 160 * MIB
/** How long a measured free space is cached, in milliseconds. */
const FRESH = 500

/** In bytes. */
export const freeSpaceOf = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Throws a DatabaseError that names the disk where it is too full to start on. */
export const refuseFullDisk = (folder: string, free: number, isNew: boolean): void => {
  const needed = isNew ? NEW_DATABASE : RESERVE
  if (free >= needed) return
  const mebibytes = (bytes: number) => `${Math.floor(bytes / MIB)} MiB`
  throw new DatabaseError(
    `No queda espacio en el disco de la carpeta de datos ${folder}: hay ${mebibytes(free)} libres y hacen falta ` +
      `${mebibytes(needed)}. Libere espacio, o use otra carpeta con la variable DATA_DIR.`,
  )
}

/** Watches the space that the database has left. */
export class DiskWatch {
  readonly #free: () => number
  #isFull = false
  #asked = Number.NEGATIVE_INFINITY

  constructor(free: () => number) {
    this.#free = free
  }

  get isFull(): boolean {
    if (performance.now() - this.#asked < FRESH) return this.#isFull
    this.#asked = performance.now()
    this.#isFull = this.#free() < RESERVE
    return this.#isFull
  }
}
