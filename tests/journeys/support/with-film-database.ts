import { test as base } from '../../support/browser.ts'
import { type FilmDatabase, startFilmDatabase } from '../../support/film-database.ts'

export interface FilmDatabaseFixtures {
  /** The film database that the server asks, on this machine. */
  filmDatabase: FilmDatabase
}

/** Journeys whose server knows a film database. */
export const test = base.extend<object, FilmDatabaseFixtures>({
  filmDatabase: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are wanted from the pattern.
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
