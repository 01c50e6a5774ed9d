import { test as base } from '../../support/browser.ts'
import { type Feeds, startFeeds } from '../../support/feeds.ts'

export interface FeedFixtures {
  /** Guides and playlists of others, on this machine. */
  feeds: Feeds
}

/** Journeys whose server reads guides and playlists of this machine. */
export const test = base.extend<object, FeedFixtures>({
  feeds: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are wanted from the pattern.
    async ({}, use) => {
      const feeds = await startFeeds()
      await use(feeds)
      await feeds.close()
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are wanted from the pattern.
  serverEnv: async ({}, use) => use({ ALLOW_PRIVATE_GUIDES: 'on' }),
})
