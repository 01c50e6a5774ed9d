import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser.ts'
import { expectNotification } from '../../support/notifications.ts'
import { apiOf, type Stored } from '../support/api.ts'
import { addLink, save } from '../support/film.ts'
import { choose, field, select } from '../support/screen.ts'
import { episodesOf } from '../support/series.ts'

const { series: said }: { series: Record<'seasonDescription' | 'seasonTwice', string> } = JSON.parse(
  readFileSync(new URL('../../data/messages-contents.json', import.meta.url), 'utf8'),
)

async function addSeason(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Agregar temporada' }).click()
  const dialog = page.getByRole('dialog', { name: 'Agregar temporada' })
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(dialog).toBeHidden()
}

/** Waits for the proposed season and number of a new episode. */
async function expectPlace(page: Page, season: string, episode: string): Promise<void> {
  await expect(select(page, 'Temporada')).toHaveText(season)
  await expect(field(page, 'Episodio')).toHaveValue(episode)
}

/** Fills in title and link of a new episode and saves it. */
async function finishEpisode(page: Page, title: string): Promise<void> {
  await field(page, 'Título').fill(title)
  await addLink(page, `series/hermanos/${title.toLowerCase()}.mp4`)
  await save(page)
  await expect(page).toHaveURL(/\/episode\/[\w-]+\/[^-][\w-]+$/)
}

test('seasons and episodes are added to a series; a season with episodes cannot be removed, the series is deleted with them', async ({
  page,
  signedIn,
}) => {
  const api = apiOf(page, await signedIn('admin'))
  await page.goto('/serie')
  await page.getByRole('link', { name: 'Nueva serie' }).click()
  await expect(page.getByRole('button', { name: 'Episodios' })).toBeDisabled()
  await field(page, 'Título').fill('Efímera')
  await field(page, 'Año').fill('2001')
  await field(page, 'Sinopsis').fill('La compañía Easy, de su formación al final de la guerra.')
  await field(page, 'Sinopsis en Inglés').fill('Easy Company, from its training to the end of the war.')
  await field(page, 'Imagen de portada').fill('/pictures/cover/isla.svg')
  await field(page, 'Imagen del fondo').fill('/pictures/background/isla.svg')
  await field(page, 'Trailer').fill('https://videos.cartelera.example/trailers/hermanos.mp4')
  await choose(page, 'Clasificación', 'TV-MA')
  await page.getByRole('group', { name: 'Géneros' }).getByRole('checkbox', { name: 'Drama' }).check()
  await addSeason(page)
  await page.getByRole('button', { name: 'Agregar temporada' }).click()
  const season = page.getByRole('dialog', { name: 'Agregar temporada' })
  await field(season, 'Número').fill('1')
  await field(season, 'Descripción').fill(' ')
  await season.getByRole('button', { name: 'Guardar' }).click()
  await expect(season).toContainText(said.seasonDescription)
  await expect(season).toContainText(said.seasonTwice)
  await page.keyboard.press('Escape')
  await expect(season).toBeHidden()
  await addSeason(page)
  await save(page)
  await expect(page).toHaveURL(/\/serie\/[\w-]+$/)
  const serie = await api.find('/api/series', 'title', 'Efímera')

  await page.getByRole('link', { name: 'Episodios' }).click()
  await expect(page.getByText('Todavía no hay episodios.')).toBeVisible()
  await page.getByRole('link', { name: 'Nuevo episodio' }).last().click()
  await expect(page).toHaveURL(`/episode/${serie._id}/-1`)
  await expectPlace(page, '2 · Temporada 2', '1')
  await choose(page, 'Temporada', '1 · Temporada 1')
  await finishEpisode(page, 'Currahee')
  await page.getByRole('button', { name: 'Nuevo' }).click()
  await expectPlace(page, '2 · Temporada 2', '1')
  await choose(page, 'Temporada', '1 · Temporada 1')
  await finishEpisode(page, 'Regreso')
  expect(await api.get<Stored[]>(episodesOf(serie))).toMatchObject([
    { title: 'Currahee', season: 1, episode: 1 },
    { title: 'Regreso', season: 1, episode: 2 },
  ])
  await page.getByRole('button', { name: 'Atras' }).click()
  await expect(page).toHaveURL(`/episodeMain/${serie._id}`)
  await expect(page.getByTestId('total')).toHaveText('2')
  await page.getByRole('button', { name: 'Eliminar Regreso' }).click()
  const episode = page.getByRole('dialog', { name: 'Seguro de eliminar Regreso' })
  await episode.getByRole('button', { name: 'Eliminar' }).click()
  await expectNotification(page, 'El registro fue eliminado.')
  await expect(page.getByTestId('total')).toHaveText('1')

  await page.getByRole('link', { name: 'Efímera' }).click()
  await expect(page.getByText('1 episodio', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Eliminar Temporada 1' }).click()
  await expect(page.getByText('No puede eliminar la temporada 1, tiene 1 episodio.')).toBeVisible()
  await page.getByRole('button', { name: 'Editar Temporada 1' }).click()
  await expect(field(page, 'Número')).toBeDisabled()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Eliminar Temporada 2' }).click()
  const empty = page.getByRole('dialog', { name: 'Seguro de eliminar Temporada 2' })
  await empty.getByRole('button', { name: 'Eliminar' }).click()
  await save(page)
  expect((await api.get(`/api/series/${serie._id}`)).seasons).toEqual([
    { number: 1, description: 'Temporada 1' },
  ])
  await page.getByRole('button', { name: 'Eliminar', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Seguro de eliminar Efímera' })
  await expect(question).toContainText('También se elimina su único episodio.')
  await question.getByRole('button', { name: 'Eliminar' }).click()
  await expect(page).toHaveURL('/serie')
  expect((await api.ask('GET', `/api/series/${serie._id}`)).status()).toBe(404)
  expect((await api.ask('GET', episodesOf(serie))).status()).toBe(404)
})
