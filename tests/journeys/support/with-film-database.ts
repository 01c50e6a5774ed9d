import { test as base } from '../../support/browser.ts'
import { type FilmDatabase, startFilmDatabase } from '../../support/film-database.ts'

export interface FilmDatabaseFixtures {
  /** A local film database. */
  filmDatabase: FilmDatabase
}

/** Journeys whose server has a film database configured. */
export const test = base.extend<object, FilmDatabaseFixtures>({
  filmDatabase: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright derives the required fixtures from the pattern.
    async ({}, use) => {
      const filmDatabase = await startFilmDatabase()
      await use(filmDatabase)
      await filmDatabase.close()
    },
    { scope: 'worker' },
  ],
  serverEnv: async ({ filmDatabase }, use) =>
    use({ OMDB_URL: filmDatabase.url, OMDB_API_KEY: filmDatabase.key }),
})
