import type { Page } from '@playwright/test'
import { expect } from '../support/browser.ts'
import { linkOf } from '../support/films.ts'
import { expectNotification } from '../support/notifications.ts'
import { apiOf, type Stored } from './support/api.ts'
import { addLink, lookUp, openLookup, save, saveDuplicate } from './support/film.ts'
import { choose, expectMessage, field, formMessage, select } from './support/screen.ts'
import { episodesOf, storeSeries } from './support/series.ts'
import { test } from './support/with-film-database.ts'

const idIn = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? ''

test('a series is filled in from the film database, and links to its IMDb page', async ({
  page,
  signedIn,
}) => {
  const _api = apiOf(page, await signedIn('admin'))
  await page.goto('/serie')
  await page.getByRole('link', { name: 'Nueva serie' }).click()
  await expect(page.getByRole('button', { name: 'Episodios' })).toBeDisabled()
  const dialog = await openLookup(page)
  await expect(select(dialog, 'Tipo')).toHaveText('Serie')
  await lookUp(dialog, 'Band of Brothers')
  await dialog.getByRole('button', { name: 'Usar estos datos' }).click()
  await expect(field(page, 'Año')).toHaveValue('2001')
  const outside = page.getByRole('link', { name: /^IMDb: Band of Brothers/ })
  await expect(outside).toHaveAttribute('href', 'https://www.imdb.com/title/tt0185906/')
  await expect(outside).toHaveAttribute('target', '_blank')
  await expect(outside).toHaveAttribute('rel', 'noopener noreferrer')
  await field(page, 'IMDb').fill('javascript:alert(1)')
  await expect(outside).toHaveCount(0)
  await field(page, 'IMDb').fill('tt0185906')
  await expect(outside).toBeVisible()
  await field(page, 'Sinopsis').fill('La compañía Easy, de su formación al final de la guerra.')
  await field(page, 'Imagen del fondo').fill('/pictures/background/Band%20of%20Brothers.svg')
  await field(page, 'Trailer').fill('https://videos.cartelera.example/trailers/hermanos.mp4')
  await choose(page, 'Clasificación', 'TV-MA')
  await saveDuplicate(page)
  await expect(page).toHaveURL(/\/serie\/[\w-]+$/)
})

test('going to the next episode asks before discarding unsaved changes', async ({ page, signedIn }) => {
  const api = apiOf(page, await signedIn('admin'))
  const serie = await storeSeries(api, 'Vecinos', [
    { title: 'Uno' },
    { title: 'Dos', episode: 2 },
    { title: 'Tres', season: 2 },
  ])
  await api.put(`/api/series/${serie._id}`, { imdbId: 'tt0185906' })
  await page.goto('/serie?filter={"q":"vecinos"}')
  await expect(page.getByRole('link', { name: /^IMDb: Vecinos/ })).toHaveAttribute('href', /imdb\.com/)
  await page.getByRole('link', { name: '3 episodios de Vecinos' }).click()
  await expect(page).toHaveURL(`/episodeMain/${serie._id}`)
  await page.getByRole('link', { name: 'Uno', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Episodio anterior' })).toBeDisabled()
  await page.getByRole('link', { name: 'Episodio siguiente: T1 E2 Dos' }).click()
  await expect(field(page, 'Título')).toHaveValue('Dos')
  await field(page, 'Título').fill('Dos y medio')
  await page.getByRole('link', { name: 'Episodio siguiente: T2 E1 Tres' }).click()
  const question = page.getByRole('dialog', { name: 'Tiene cambios sin guardar' })
  await question.getByRole('button', { name: 'Seguir editando' }).click()
  await expect(field(page, 'Título')).toHaveValue('Dos y medio')
  await save(page)
  await page.getByRole('link', { name: 'Episodio siguiente: T2 E1 Tres' }).click()
  await expect(field(page, 'Título')).toHaveValue('Tres')
  await expect(page.getByRole('button', { name: 'Episodio siguiente' })).toBeDisabled()
  await page.getByRole('link', { name: 'Episodio anterior: T1 E2 Dos y medio' }).click()
  await expect(field(page, 'Título')).toHaveValue('Dos y medio')
  await page.goBack()
  await expect(field(page, 'Título')).toHaveValue('Tres')
})

test('rejects incomplete and duplicate episodes', async ({ page, signedIn, tolerated }) => {
  tolerated.push(/status of 409/)
  const api = apiOf(page, await signedIn('admin'))
  const serie = await storeSeries(api, 'Repetida', [{ title: 'El maestro' }])
  await page.goto(`/episode/${serie._id}/-1`)
  await page.getByRole('button', { name: 'Registrar' }).click()
  await expect(formMessage(page)).toContainText('Debe completar los campos necesarios')
  await expect(field(page, 'Título')).toBeFocused()
  await expectMessage(field(page, 'Título'), 'Debe especificar el título.')
  await choose(page, 'Temporada', '1 · Temporada 1')
  await field(page, 'Episodio').fill('1')
  await field(page, 'Título').fill('EL MAESTRO')
  await addLink(page, 'otra/copia.mp4')
  await page.getByRole('button', { name: 'Registrar' }).click()
  await expectMessage(field(page, 'Episodio'), 'El episodio ya existe, no se puede duplicar!')
  await field(page, 'Episodio').fill('2')
  await save(page)
  expect(await api.count(`${episodesOf(serie)}/size`)).toBe(2)
  const another = await storeSeries(api, 'Otra serie')
  await page.goto(`/episode/${another._id}/${idIn(page)}`)
  await expect(page).toHaveURL(`/episode/${serie._id}/${idIn(page)}`)
})

test('episodes are filtered, sorted and deleted after confirmation', async ({ page, signedIn }) => {
  const api = apiOf(page, await signedIn('admin'))
  const serie = await storeSeries(api, 'Larga', [
    { title: 'Zeta' },
    { title: 'Alfa', episode: 2, content: [linkOf({ isLinkReserved: true })] },
    { title: 'Media', season: 2, released: '1971-07-25', runtime: 25 },
  ])
  const titles = page.locator('tbody').getByRole('link')
  await page.goto(`/episodeMain/${serie._id}`)
  await expect(titles).toHaveText(['Zeta', 'Alfa', 'Media'])
  await page.getByRole('button', { name: 'Título' }).click()
  await expect(titles).toHaveText(['Alfa', 'Media', 'Zeta'])
  await choose(page, 'Enlaces', 'Solo enlaces reservados')
  await expect(titles).toHaveText(['Alfa'])
  await choose(page, 'Enlaces', 'Todos')
  await choose(page, 'Temporada', 'Temporada 2')
  await expect(titles).toHaveText(['Media'])
  await expect(page.getByTestId('total')).toHaveText('1')
  await expect(page.getByText('25/07/1971 · 25 min')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Larga' })).toHaveAttribute('href', `/serie/${serie._id}`)
  await page.getByRole('link', { name: 'Media' }).click()
  await page.getByRole('button', { name: 'Atras' }).click()
  await expect(page).toHaveURL(/season/)
  const [, , last] = await api.get<Stored[]>(episodesOf(serie))
  await api.put(`/api/series/episode/${serie._id}`, { _id: last?._id, year: 1971 })
  await page.getByRole('switch', { name: 'Activo: Media' }).click()
  await expect.poll(async () => (await api.get(`/api/series/episode/${last?._id}`)).status).toBe(false)
  await page.getByRole('button', { name: 'Eliminar Media' }).click()
  const question = page.getByRole('dialog', { name: 'Seguro de eliminar Media' })
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await expect(titles).toHaveText(['Media'])
  await page.getByRole('button', { name: 'Eliminar Media' }).click()
  await question.getByRole('button', { name: 'Eliminar' }).click()
  await expectNotification(page, 'El registro fue eliminado.')
  await page.getByRole('button', { name: 'Limpiar filtros' }).click()
  await expect(page.getByTestId('total')).toHaveText('2')
  expect(await api.count(`${episodesOf(serie)}/size`)).toBe(2)
})
