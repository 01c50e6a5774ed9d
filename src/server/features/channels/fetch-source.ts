import type { Config } from '../../config.ts'
import { SourceFailed } from '../../platform/http/errors.ts'
import { guardedFetch } from '../../platform/outbound/guarded-fetch.ts'
import { allowAnyIp, isPublicIp } from '../../platform/outbound/ip-policy.ts'

/** Time limit for fetching a guide or a playlist, in milliseconds. */
const TIME_LIMIT = 10_000

/** The URL of a guide or of a playlist; private networks are only reachable if configured. */
export interface SourceAddress extends Pick<Config, 'allowPrivateGuides'> {
  address: string
}

/** Opens the URL of a guide or of a playlist. */
export const fetchSource = ({ address, allowPrivateGuides }: SourceAddress, sizeLimit: number) =>
  guardedFetch(address, {
    isAllowed: allowPrivateGuides ? allowAnyIp : isPublicIp,
    timeLimit: TIME_LIMIT,
    sizeLimit,
  })

/** Runs `read`, and prefixes the errors of a source with what failed. */
export const readingSource = async <T>(whatFailed: string, read: () => Promise<T>): Promise<T> => {
  try {
    return await read()
  } catch (error) {
    if (error instanceof SourceFailed) throw new SourceFailed(error.failure, `${whatFailed} ${error.message}`)
    throw error
  }
}
