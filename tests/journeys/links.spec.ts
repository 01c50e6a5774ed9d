import type { Page } from '@playwright/test'
import { expect } from '../support/browser.ts'
import { linkOf } from '../support/films.ts'
import { expectNotification } from '../support/notifications.ts'
import type { StreamServer } from '../support/stream-host.ts'
import { type Api, apiOf, type Stored } from './support/api.ts'
import { localFilm } from './support/film.ts'
import { report, viewerOf } from './support/viewer.ts'
import { test } from './support/with-streams.ts'

test.use({ ownDemo: true })

const filmWith = (api: Api, title: string, ...links: string[]): Promise<Stored> =>
  api.post(
    '/api/movies',
    localFilm({ title, content: links.map((link) => linkOf({ link, linkType: 'E', provider: 2 })) }),
  )

const works = (streams: StreamServer, path: string): string => {
  streams.on(path, 'content')
  return streams.url(path)
}

/** Requests checks of a film's links, and waits for their verdicts. */
const check = async (api: Api, { _id }: Stored): Promise<void> => {
  await api.post('/api/links/checks', { resource: 'movies', ids: [_id], expected: 1 })
  const waiting = async () =>
    (await api.get<{ isWaiting: boolean }[]>(`/api/links?resource=movies&record=${_id}`)).filter(
      ({ isWaiting }) => isWaiting,
    ).length
  await expect.poll(waiting, { timeout: 60_000 }).toBe(0)
}

const linkLine = (page: Page, at: number) => page.getByTestId('link-health').nth(at)

test('the links of a film are checked from its form, which shows verdict, reason and history', {
  tag: '@looks',
}, async ({ page, signedIn, axe, lookAsPhone, streams }) => {
  const api = apiOf(page, await signedIn('admin'))
  const film = await filmWith(api, 'Enlaces del formulario', works(streams, '/form'), streams.url('/gone'))
  await page.goto(`/movie/${film._id}`)
  await expect(linkLine(page, 0)).toContainText('Sin comprobar')
  const checks = page.getByRole('button', { name: 'Comprobar enlaces' })
  await checks.press('Enter')
  await expect(linkLine(page, 0)).toContainText('✓ Activo')
  await expect(linkLine(page, 1)).toContainText('✕ Caído')
  await expect(checks).toBeFocused()
  await expect(linkLine(page, 1)).toContainText('El servidor dice que no existe.')
  await axe()
  await linkLine(page, 1)
    .getByRole('button', { name: /^Historial de/ })
    .press('Enter')
  const history = page.getByRole('dialog', { name: 'Últimas comprobaciones' })
  await expect(history.getByRole('listitem')).toHaveCount(1)
  await axe()
  await page.keyboard.press('Escape')
  await expect(history).toBeHidden()
  await lookAsPhone()
})

test('the links of a selection are checked from the list, whose column shows the worst verdict', {
  tag: '@looks',
}, async ({ page, signedIn, axe, lookAsPhone, streams }) => {
  const api = apiOf(page, await signedIn('admin'))
  const good = await filmWith(api, 'Cartel bueno', works(streams, '/good'))
  await check(api, good)
  await filmWith(api, 'Cartel roto', streams.url('/missing'))
  await page.goto(`/movie?filter=${encodeURIComponent('{"q":"cartel"}')}&columns=title,linkState,status`)
  const row = (title: string) => page.getByRole('row').filter({ hasText: title })
  await expect(row('Cartel bueno')).toContainText('Activo')
  await expect(row('Cartel roto')).toContainText('Sin comprobar')
  await row('Cartel roto').getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Comprobar enlaces', exact: true }).click()
  await expectNotification(page, 'Se comprobará 1 enlace.')
  const checks = row('Cartel roto').getByRole('button', { name: 'Comprobar los enlaces de Cartel roto' })
  await checks.press('Enter')
  await expect(row('Cartel roto')).toContainText('Caído')
  await expect(checks).toBeFocused()
  await axe()
  await lookAsPhone()
})

test('the links of all matches of a filter are checked after a confirmation', async ({
  page,
  signedIn,
  streams,
}) => {
  const api = apiOf(page, await signedIn('admin'))
  for (const name of ['uno', 'dos', 'tres'])
    await filmWith(api, `Lote de enlaces ${name}`, works(streams, `/${name}`))
  await page.goto(`/movie?filter=${encodeURIComponent('{"q":"lote de enlaces"}')}&perPage=10`)
  await expect(page.getByTestId('total')).toHaveText('3')
  await page
    .getByRole('checkbox', { name: /^Elegir Lote/ })
    .first()
    .check()
  await page.getByRole('button', { name: 'Elegir los 3 filtrados' }).click()
  await page.getByRole('button', { name: 'Comprobar enlaces', exact: true }).click()
  const question = page.getByRole('dialog', { name: '¿Comprobar los enlaces de 3 películas?' })
  await question.getByRole('button', { name: 'Comprobar' }).click()
  await expectNotification(page, 'Se comprobarán 3 enlaces.')
})

test('a report shows the verdicts on its links, and can be repaired once they work again', {
  tag: '@looks',
}, async ({ page, signedIn, axe, lookAsPhone, streams }) => {
  const api = apiOf(page, await signedIn('sa'))
  const film = await filmWith(api, 'Reportada y caída', streams.url('/reported'))
  const viewer = await viewerOf(page, api, 'vidente.enlaces')
  await report(viewer, film, 'VIDEO')
  await check(api, film)
  const open = () => page.goto(`/movie/${film._id}?from=issues&report=VIDEO`)
  await open()
  const banner = page.getByRole('region', { name: 'Reporte de error' })
  await expect(banner).toContainText('1 de 1 enlace caído')
  await axe()
  works(streams, '/reported')
  await check(api, film)
  await open()
  await expect(banner).toContainText('Sus enlaces responden de nuevo')
  await axe()
  await lookAsPhone()
  await banner.getByRole('button', { name: 'Marcar como reparado' }).click()
  await expect(page.getByText('Se marcó como reparado 1 reporte.')).toBeVisible()
  await expect(banner).toContainText('No quedan reportes abiertos.')
})

test('links deactivated by the last night’s checks are reactivated from the home page', {
  tag: '@looks',
}, async ({ page, signedIn, axe, lookAsPhone, streams }) => {
  const api = apiOf(page, await signedIn('sa'))
  await api.put('/api/settings', { linkDeactivateAfter: 1 })
  const film = await filmWith(api, 'Apagada de noche', works(streams, '/day'), streams.url('/night'))
  await check(api, film)
  const states = async () =>
    (await api.get<{ content: { status: boolean }[] }>(`/api/movies/${film._id}`)).content.map(
      ({ status }) => status,
    )
  expect(await states()).toEqual([true, false])
  await page.goto(`/movie/${film._id}`)
  await expect(linkLine(page, 1)).toContainText('Desactivado por las comprobaciones')
  await page.goto('/main')
  const notice = page.getByText(/^Anoche se desactiv/)
  await expect(notice).toBeVisible()
  await axe()
  await lookAsPhone()
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect(notice).toBeHidden()
  expect(await states()).toEqual([true, true])
})

test('the settings have a tab for links', { tag: '@looks' }, async ({ page, signedIn, axe, lookAsPhone }) => {
  await signedIn('admin')
  await page.goto('/automation?tab=links')
  await expect(page.getByRole('tab', { name: 'Enlaces' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('switch', { name: 'Comprobar los enlaces' })).toBeVisible()
  await axe()
  await lookAsPhone()
})
