import type { Config } from '../../config.ts'
import { SourceFailed } from '../../platform/http/errors.ts'
import { guardedFetch } from '../../platform/outbound/guarded-fetch.ts'
import { isAnyAddress, isPublicAddress } from '../../platform/outbound/public-addresses.ts'

/** Milliseconds that fetching a guide or a playlist may take. */
const TIME_LIMIT = 10_000

/** The address of a guide or of a playlist; the network of one's own only where the configuration says so. */
export interface SourceAddress extends Pick<Config, 'allowPrivateGuides'> {
  address: string
}

/** Opens the address of a guide or of a playlist. */
export const fetchSource = ({ address, allowPrivateGuides }: SourceAddress, sizeLimit: number) =>
  guardedFetch(address, {
    isAllowed: allowPrivateGuides ? isAnyAddress : isPublicAddress,
    timeLimit: TIME_LIMIT,
    sizeLimit,
  })

/** Runs the reading of a source; its error names what was read. */
export const readingSource = async <T>(whatFailed: string, read: () => Promise<T>): Promise<T> => {
  try {
    return await read()
  } catch (error) {
    if (error instanceof SourceFailed) throw new SourceFailed(error.failure, `${whatFailed} ${error.message}`)
    throw error
  }
}
