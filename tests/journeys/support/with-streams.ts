import { type StreamServer, streamHost } from '../../support/stream-host.ts'
import { test as base } from './inspected.ts'

interface StreamFixtures {
  /** A local host of streams. */
  streams: StreamServer
}

/** Journeys whose server may check links of a local host. */
export const test = base.extend<object, StreamFixtures>({
  streams: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright derives the required fixtures from the pattern.
    async ({}, use) => {
      const host = streamHost()
      await host.listen()
      await use(host)
      host.close()
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: see above.
  serverEnv: async ({}, use) => use({ ALLOW_PRIVATE_LINKS: 'on' }),
})
