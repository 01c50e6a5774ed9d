import type { Locator, Page } from '@playwright/test'
import { expect } from '../../support/browser.ts'
import { filmOf } from '../../support/films.ts'
import { expectNotification } from '../../support/notifications.ts'
import type { Row } from './api.ts'
import { choose, field } from './screen.ts'

/** Input of a film with images served by the product itself, so that no screen contacts another host. */
export const localFilm = (changes: Row): Row =>
  filmOf({ fullImage: '/pictures/background/isla.svg', ...changes })

export async function openLookup(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Buscar en la base de películas' }).click()
  return page.getByRole('dialog', { name: 'Buscar en la base de películas' })
}

/** Searches the film database for a title. */
export async function lookUp(dialog: Locator, title: string): Promise<void> {
  await field(dialog, 'Título').fill(title)
  await dialog.getByRole('button', { name: 'Buscar', exact: true }).click()
}

export const register = (page: Page): Locator => page.getByRole('button', { name: 'Registrar' })

/** Saves the form and waits for the success message. */
export async function save(page: Page): Promise<void> {
  await register(page).click()
  await expectNotification(page, 'Los datos fueron guardados.')
}

/** Saves a new film whose IMDb id exists in the demo. */
export async function saveDuplicate(page: Page): Promise<void> {
  await register(page).click()
  await page.getByRole('button', { name: 'Guardar de todos modos' }).click()
  await expectNotification(page, 'Los datos fueron guardados.')
}

export async function openLinkDialog(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Agregar enlace' }).click()
  const dialog = page.getByRole('dialog', { name: 'Agregar enlace' })
  await expect(dialog).toBeVisible()
  return dialog
}

/** Ticks a language among the audios or the captions of a link. */
export const language = (dialog: Locator, group: 'Audio' | 'Subtítulos', name: string): Locator =>
  dialog.getByRole('group', { name: group }).getByRole('checkbox', { name })

/** Adds an active link with Spanish audio. */
export async function addLink(
  page: Page,
  link: string,
  { quality = 'HD', audio = ['Español'], switches = [] as string[] } = {},
): Promise<void> {
  const dialog = await openLinkDialog(page)
  await field(dialog, 'Enlace').fill(link)
  await choose(dialog, 'Calidad', quality)
  for (const name of audio) await language(dialog, 'Audio', name).check()
  for (const name of switches) await dialog.getByRole('switch', { name }).check()
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(dialog).toBeHidden()
}

/** The row of a link in the form. */
export const linkRow = (page: Page, link: string): Locator =>
  page.getByTestId('link').filter({ hasText: link })

/** Fills in all required fields of a film except links. */
export async function fillFilm(page: Page, title: string): Promise<void> {
  await field(page, 'Título').fill(title)
  await field(page, 'Año').fill('2014')
  await field(page, 'Sinopsis').fill('Dos policías buscan a dos hermanas.')
  await field(page, 'Sinopsis en Inglés').fill('Two policemen look for two sisters.')
  await field(page, 'Imagen de portada').fill('/pictures/cover/isla.svg')
  await field(page, 'Imagen del fondo').fill('/pictures/background/isla.svg')
  await field(page, 'Trailer').fill('https://videos.cartelera.example/trailers/isla.mp4')
  await choose(page, 'Clasificación', 'R')
  await page.getByRole('group', { name: 'Géneros' }).getByRole('checkbox', { name: 'Drama' }).check()
}
