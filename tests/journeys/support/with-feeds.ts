import { test as base } from '../../support/browser.ts'
import { type Feeds, startFeeds } from '../../support/feeds.ts'

export interface FeedFixtures {
  /** Guides and playlists, served by a local server. */
  feeds: Feeds
}

/** Journeys whose server reads guides and playlists of localhost. */
export const test = base.extend<object, FeedFixtures>({
  feeds: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright derives the required fixtures from the pattern.
    async ({}, use) => {
      const feeds = await startFeeds()
      await use(feeds)
      await feeds.close()
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright derives the required fixtures from the pattern.
  serverEnv: async ({}, use) => use({ ALLOW_PRIVATE_GUIDES: 'on' }),
})
