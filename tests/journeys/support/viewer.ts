import type { Page } from '@playwright/test'
import { expect } from '../../support/browser.ts'
import { type Api, apiOf, type Stored } from './api.ts'
import { drawnFilm } from './film.ts'
import { createUser } from './user.ts'

/** The application of a new demo user, as it calls the API. */
export async function viewerOf(page: Page, api: Api, name: string): Promise<Api> {
  await createUser(api, name, 'demo')
  const device = { macAddress: '02:00:00:00:00:01' }
  const answer = await page.request.post('/auth/local', { data: { name, password: 'cartelera', device } })
  expect(answer.status(), `signing in from the application of ${name}`).toBe(200)
  return apiOf(page, (await answer.json()).token)
}

/** A new film that nothing was reported about yet. */
export const newFilm = (api: Api, title: string): Promise<Stored> =>
  api.post('/api/movies', drawnFilm({ title }))

/** Reports an error of a film. */
export const report = (viewer: Api, { _id }: Stored, issueType: string): Promise<Stored> =>
  viewer.post('/api/issues', { mediaId: _id, mediaType: 'Movie', issueType })
