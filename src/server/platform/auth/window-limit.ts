import { LRUCache } from 'lru-cache'
import { TooManyRequests } from '../http/errors.ts'

/** Keys counted at once on this node; beyond that, the least recent ones are evicted. */
const MAX_KEYS = 10_000

interface WindowLimit {
  most: number
  milliseconds: number
  message: string
}

/**
 * Counts per key in windows, and throws TooManyRequests above the limit; the returned function takes the count back.
 * `rate-limiter-flexible` and `@fastify/rate-limit` use the system clock instead of the injected one.
 */
export const windowLimit = ({ most, milliseconds, message }: WindowLimit) => {
  const windows = new LRUCache<string, { until: number; count: number }>({ max: MAX_KEYS })
  return (key: string, date: Date): (() => void) => {
    const now = date.getTime()
    const known = windows.get(key)
    const window = known !== undefined && known.until > now ? known : { until: now + milliseconds, count: 0 }
    windows.set(key, window)
    if (window.count >= most) throw new TooManyRequests(Math.ceil((window.until - now) / 1000), message)
    window.count++
    return () => {
      window.count--
    }
  }
}
