import { expect, type Locator, type Page } from '@playwright/test'
import { test } from '../support/browser.ts'
import { type Api, apiOf, type Row, type Stored } from './support/api.ts'

const MEDIA = /\/demo\/media\//

/** Requires that a preview plays; the guard of the browser reports requests that leave this machine. */
const expectPlaying = async (player: Locator): Promise<void> => {
  const state = () =>
    player.evaluate(
      (media: HTMLMediaElement) => media.readyState >= 3 && !media.paused && media.currentTime > 0.3,
    )
  await expect.poll(state).toBe(true)
}

/** The id of the first record of a list whose link is one of the demo's own server. */
const findOwn = async (api: Api, path: string, isOwn: (row: Row) => boolean): Promise<string> =>
  (await api.get<Stored[]>(path)).find(isOwn)?._id ?? ''

const openPreview = async (page: Page, button: string | RegExp, name: string): Promise<Locator> => {
  await page.getByRole('button', { name: button }).first().click()
  return page.getByRole('dialog', { name })
}

const close = async (dialog: Locator): Promise<void> => {
  await dialog.getByRole('button', { name: 'Cerrar' }).click()
  await expect(dialog).toBeHidden()
}

test('a film of the demo and its trailer play', async ({ page, signedIn }) => {
  const api = apiOf(page, await signedIn('admin'))
  const { _id } = await api.find('/api/movies', 'title', 'Casablanca')
  await page.goto(`/movie/${_id}`)
  const trailer = await openPreview(page, 'Ver trailer', 'Trailer')
  await expectPlaying(trailer.locator('video'))
  await expect(trailer.locator('video')).toHaveAttribute('src', /^\/demo\/media\/trailers\//)
  await close(trailer)
  const film = await openPreview(page, /^Ver preview de/, 'Vista previa del enlace')
  await expectPlaying(film.locator('video'))
  await expect(film.locator('video')).toHaveAttribute(
    'src',
    new RegExp(`^${new URL(page.url()).origin}/demo/media/`),
  )
  await close(film)
})

test('a radio station of the demo plays, and stops when its preview is closed', async ({
  page,
  signedIn,
}) => {
  const api = apiOf(page, await signedIn('admin'))
  await page.goto(
    `/radio/${await findOwn(api, '/api/radios/short?limit=100', ({ link }) => MEDIA.test(`${link}`))}`,
  )
  const radio = await openPreview(page, 'Escuchar', 'Emisora en vivo')
  await expectPlaying(radio.locator('audio'))
  await close(radio)
  await expect(page.locator('audio')).toHaveCount(0)
})

test('a channel of the demo plays where the browser plays HLS', async ({ page, signedIn }) => {
  const api = apiOf(page, await signedIn('admin'))
  const isInternal = ({ linkInternal }: Row) => linkInternal === 'I'
  await page.goto(`/channel/${await findOwn(api, '/api/channels/short?limit=100', isInternal)}`)
  const hasHls = await page.evaluate(
    () => document.createElement('video').canPlayType('application/vnd.apple.mpegurl') !== '',
  )
  const channel = await openPreview(page, 'Ver canal', 'Canal en vivo')
  if (hasHls) await expectPlaying(channel.locator('video'))
  else await expect(channel.getByText('Este navegador no reproduce listas HLS (.m3u8).')).toBeVisible()
})
