import type { Config } from '../config.ts'
import { SourceFailed } from '../http/errors.ts'
import { guardedFetch } from '../http/guarded-fetch.ts'
import { isAnyAddress, isPublicAddress } from '../http/public-addresses.ts'

/** Milliseconds that a guide or a playlist may take. */
export const timeLimit = 10_000

/** Opens the address of a guide or of a playlist; the network of one's own only where the configuration says so. */
export const fetchSource = ({ allowPrivateGuides }: Config, address: string, sizeLimit: number) =>
  guardedFetch(address, {
    isAllowed: allowPrivateGuides ? isAnyAddress : isPublicAddress,
    timeLimit,
    sizeLimit,
  })

/** Runs the reading of a source; what fails is said of the thing that was read. */
export const readingSource = async <T>(whatFailed: string, read: () => Promise<T>): Promise<T> => {
  try {
    return await read()
  } catch (error) {
    if (error instanceof SourceFailed) throw new SourceFailed(error.failure, `${whatFailed} ${error.message}`)
    throw error
  }
}
