import type { Page } from '@playwright/test'
import { expect } from '../support/browser.ts'
import { linkOf } from '../support/films.ts'
import { type Api, apiOf, type Row } from './support/api.ts'
import { localFilm } from './support/film.ts'
import { handsOf, palette, search as searchEverything, watchHands } from './support/hands.ts'
import { test } from './support/inspected.ts'
import { choose, field } from './support/screen.ts'
import { newFilm, report, viewerOf } from './support/viewer.ts'

const total = (page: Page) => page.getByTestId('total')

async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox').fill(text)
  await page.getByRole('searchbox').press('Enter')
}

const ownOf = (viewer: Api) => viewer.get<Row[]>('/api/issues/mine')

test('a dead link is repaired and its report answered in six clicks', { tag: '@looks' }, async ({
  page,
  signedIn,
  axe,
  lookAsPhone,
}) => {
  const api = apiOf(page, await signedIn('sa'))
  // Private IP addresses are never checked, and links without a verdict do not prevent a repair.
  const [ended, replacing] = ['http://127.0.0.1/caido.mp4', 'http://127.0.0.1/repuesto.mp4']
  const title = 'Caída y respondida'
  const content = [linkOf({ link: ended, linkType: 'E' })]
  const film = await api.post('/api/movies', localFilm({ title, content }))
  const viewer = await viewerOf(page, api, 'vidente.respondido')
  await report(viewer, film, 'LINK')
  await watchHands(page)
  const banner = page.getByRole('region', { name: 'Reporte de error' })

  const hands = await handsOf(page, async () => {
    await searchEverything(page, 'reporte de errores')
    await expect(palette(page).getByRole('option', { name: /Reporte de Errores/ })).toBeVisible()
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: title }).click()
    const dialog = page.getByRole('dialog', { name: 'Editar enlace' })
    await expect(field(dialog, 'Enlace')).toHaveValue(ended)
    await field(dialog, 'Enlace').fill(replacing)
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await choose(banner, 'Respuesta a quienes lo reportaron', 'Ya funciona')
    await page.getByRole('button', { name: 'Registrar' }).click()
    await expect(banner).toContainText('No quedan reportes abiertos.')
  })
  expect(hands).toBe(6)
  const answer = `Gracias por avisarnos. «${title}» ya funciona: ábralo de nuevo.`
  expect(await ownOf(viewer)).toMatchObject([{ status: true, answer }])

  // Another report, to look at the banner with an answer of one's own.
  await report(viewer, film, 'AUDIO')
  await page.goto(`/movie/${film._id}?report=AUDIO`)
  await choose(banner, 'Respuesta a quienes lo reportaron', 'Otra respuesta…')
  await expect(field(banner, 'Respuesta')).toBeFocused()
  await field(banner, 'Respuesta').fill('Hola {nombre}')
  await expect(banner).toContainText('El marcador «{nombre}» no existe')
  await axe()
  await lookAsPhone()
})

test('a report shows its customer to those who may read users, and a group how many there are', {
  tag: '@looks',
}, async ({ page, signedIn, axe, lookAsPhone }) => {
  const api = apiOf(page, await signedIn('sa'))
  const film = await newFilm(api, 'Con dos clientes')
  const names = ['vidente.con.nombre', 'vidente.con.apellido']
  for (const name of names) await report(await viewerOf(page, api, name), film, 'VIDEO')
  const { _id, fullName } = await api.find('/api/users', 'name', names[0] ?? '')
  await page.goto('/issues')
  await search(page, 'con dos clientes')
  await expect(total(page)).toHaveText('2')
  const customer = page.getByRole('link', { name: String(fullName), exact: true })
  await expect(customer.first()).toHaveAttribute('href', `/modify/${_id}`)
  const buttons = page.getByRole('button', { name: 'Marcar como Reparado: Con dos clientes' })
  await page.setViewportSize({ width: 1280, height: 800 })
  for (const button of await buttons.all()) expect((await button.boundingBox())?.height).toBeLessThan(34)
  await axe()
  await lookAsPhone()

  await page.getByRole('button', { name: 'Agrupados' }).click()
  await expect(total(page)).toHaveText('1')
  const group = page.getByRole('row').filter({ hasText: 'Con dos clientes' })
  await expect(group).toHaveCount(1)
  await expect(group).toContainText('2: ')
  await group.getByRole('button', { name: /^Reparar: / }).click()
  const dialog = page.getByRole('dialog', {
    name: '¿Marcar como reparados los reportes de Con dos clientes?',
  })
  await expect(dialog).toContainText('Se marcarán como reparados 2 reportes.')
  await expect(dialog.getByRole('link')).toHaveCount(2)
  await axe()
  await lookAsPhone()

  await signedIn('soporte')
  await page.goto('/issues')
  await search(page, 'con dos clientes')
  await expect(total(page)).toHaveText('2')
  await expect(page.getByRole('columnheader', { name: 'Cliente' })).toHaveCount(0)
  await expect(page.getByText(String(fullName), { exact: true })).toHaveCount(0)
})

test('the focus stays on the row after assigning, answering and repairing', async ({ page, signedIn }) => {
  const api = apiOf(page, await signedIn('sa'))
  const film = await newFilm(api, 'Con el foco puesto')
  const viewer = await viewerOf(page, api, 'vidente.del.foco')
  await report(viewer, film, 'VIDEO')
  await report(viewer, film, 'AUDIO')
  await page.goto('/issues')
  await search(page, 'con el foco puesto')
  await choose(page, 'Asignado a', 'Sin asignar')
  await expect(page).toHaveURL(/assignee/)
  await expect(page.locator('[aria-busy=true]:has(table)')).toHaveCount(0)
  const first = page.getByRole('row').filter({ hasText: 'Sin audio' })
  await first.getByRole('button', { name: /^Asignar a mí: / }).press('Enter')
  await expect(total(page)).toHaveText('1')
  await expect(first.getByRole('button', { name: /^Quitar asignación: / })).toBeFocused()

  await first.getByRole('button', { name: /^Responder: / }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Con el foco puesto' })
  await field(dialog, 'Respuesta').fill('Ya se oye.')
  await dialog.getByRole('button', { name: 'Responder y reparar' }).press('Enter')
  await expect(page.getByText('Se envió la respuesta. Se marcó como reparado 1 reporte.')).toBeVisible()
  await expect(first.getByRole('button', { name: 'Reabrir' })).toBeVisible()
  await expect(first.getByRole('button', { name: /^Responder: / })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(first.getByRole('button', { name: /^Responder: / })).toBeFocused()

  await page.goto('/issues?view=groups')
  await search(page, 'con el foco puesto')
  const group = page
    .getByRole('row')
    .filter({ hasText: 'Con el foco puesto' })
    .filter({ hasText: 'No se ve la imagen' })
  await group.getByRole('button', { name: /^Reparar: / }).press('Enter')
  const repair = page.getByRole('dialog').getByRole('button', { name: 'Marcar como reparados' })
  // It counts the reports first, and a key press does not wait for that.
  await expect(repair).toBeEnabled()
  await repair.press('Enter')
  await expect(page.getByText('Se marcó como reparado 1 reporte.')).toBeVisible()
  await expect(group.getByRole('button', { name: /^Reparar: / })).toHaveCount(0)
  await expect(group.locator(':focus')).toHaveCount(1)
})
