import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect } from '../../support/browser.ts'
import { type Api, apiOf, type Stored } from './api.ts'
import { localFilm } from './film.ts'
import { createUser } from './user.ts'

/** The API, called by the app of a new demo user. */
export async function viewerOf(page: Page, api: Api, name: string): Promise<Api> {
  await createUser(api, name, 'demo')
  // A device of its own: another one may have used a demo already.
  const device = { macAddress: randomBytes(6).toString('hex') }
  const answer = await page.request.post('/auth/local', { data: { name, password: 'cartelera', device } })
  expect(answer.status(), `signing in from the application of ${name}`).toBe(200)
  return apiOf(page, (await answer.json()).token)
}

/** A new film without reports. */
export const newFilm = (api: Api, title: string): Promise<Stored> =>
  api.post('/api/movies', localFilm({ title }))

/** Reports a playback error of a film. */
export const report = (viewer: Api, { _id }: Stored, issueType: string): Promise<Stored> =>
  viewer.post('/api/issues', { mediaId: _id, mediaType: 'Movie', issueType })
