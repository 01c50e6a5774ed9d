import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type StreamServer, streamHost } from './stream-host.ts'

export type { StreamServer }

/** Call it at the top of the test file. */
export const streamServer = (): StreamServer => {
  const host = streamHost()
  beforeAll(host.listen)
  beforeEach(host.clear)
  afterAll(host.close)
  return host
}
