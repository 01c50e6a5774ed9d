import type { Page } from '@playwright/test'
import { expect } from '../support/browser.ts'
import { apiOf } from './support/api.ts'
import { register } from './support/film.ts'
import { test } from './support/inspected.ts'
import { field, signInByForm, takeTool } from './support/screen.ts'
import { newFilm, report, viewerOf } from './support/viewer.ts'

const total = (page: Page) => page.getByTestId('total')
const rowOf = (page: Page, error: string) => page.getByRole('row').filter({ hasText: error })

async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox').fill(text)
  await page.getByRole('searchbox').press('Enter')
}

test('support only sees reports and visits', async ({ page }) => {
  await page.goto('/login')
  await signInByForm(page, 'soporte')
  await expect(page).toHaveURL('/main')
  const bar = page.getByRole('navigation', { name: 'Menú principal' })
  await expect(bar.getByRole('button')).toHaveText(['Administración'])
  await bar.getByRole('button', { name: 'Administración' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Historial de visitas', 'Reporte de Errores'])
  await page.getByRole('menuitem', { name: 'Reporte de Errores' }).click()
  await expect(page).toHaveURL('/issues')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reporte de Errores')
  await page.goto('/admin')
  await expect(page).toHaveURL('/main')
  await page.goto('/signup')
  await expect(page.getByText('Su perfil no permite crear usuarios.')).toBeVisible()
})

test('a report is marked as repaired and opened again', async ({ page, signedIn }) => {
  const api = apiOf(page, await signedIn('sa'))
  const film = await newFilm(api, 'Dos fallas a la vez')
  const viewer = await viewerOf(page, api, 'vidente.uno')
  await report(viewer, film, 'VIDEO')
  await report(viewer, film, 'AUDIO')
  await signedIn('soporte')
  await page.goto('/issues')
  await search(page, 'dos fallas')
  await expect(total(page)).toHaveText('2')
  const row = rowOf(page, 'No se ve la imagen')
  await expect(page.getByRole('button', { name: 'Reportados', exact: true, pressed: true })).toBeVisible()
  await expect(row).toContainText(/\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d [ap]m/)
  await expect(row).toContainText('Película')
  await row.getByRole('button', { name: 'Marcar como Reparado' }).click()
  await expect(row).toContainText('Reparado')
  await expect(total(page)).toHaveText('1')
  await page.getByRole('button', { name: 'Reparados', exact: true }).click()
  await expect(total(page)).toHaveText('1')
  await expect(page).toHaveURL(/status=true/)
  await page.reload()
  await row.getByRole('button', { name: 'Reabrir' }).click()
  await expect(page.getByText('Ningún registro coincide con la búsqueda.')).toBeVisible()
  await page.getByRole('button', { name: 'Reportados', exact: true }).click()
  await expect(total(page)).toHaveText('2')
})

test('Reparados Todos repairs the counted reports, and none that arrives meanwhile', async ({
  page,
  signedIn,
}) => {
  const api = apiOf(page, await signedIn('sa'))
  const film = await newFilm(api, 'Se cae cada noche')
  const viewer = await viewerOf(page, api, 'vidente.dos')
  await report(viewer, film, 'BUFFERING')
  await report(viewer, film, 'LINK')
  await signedIn('soporte')
  await page.goto('/issues')
  await search(page, 'se cae cada noche')
  await page.getByRole('button', { name: 'Reparar los 2 filtrados' }).click()
  const dialog = page.getByRole('dialog', { name: '¿Marcar los reportes filtrados como reparados?' })
  await expect(dialog).toContainText('Se marcarán como reparados 2 reportes.')
  await report(viewer, film, 'AUDIO')
  await dialog.getByRole('button', { name: 'Marcar como reparados' }).click()
  await expect(page.getByText('Se marcaron como reparados 2 reportes.')).toBeVisible()
  await expect(total(page)).toHaveText('1')
  await expect(rowOf(page, 'Sin audio')).toBeVisible()
  await page.getByRole('button', { name: 'Todos', exact: true }).click()
  await expect(total(page)).toHaveText('3')
})

test('a repair is undone from its message, or later from the list of repairs', { tag: '@looks' }, async ({
  page,
  signedIn,
  axe,
  lookAsPhone,
}) => {
  const api = apiOf(page, await signedIn('sa'))
  const film = await newFilm(api, 'Reparada por error')
  const viewer = await viewerOf(page, api, 'vidente.cinco')
  await report(viewer, film, 'BUFFERING')
  await report(viewer, film, 'LINK')
  await signedIn('soporte')
  await page.goto('/issues')
  await search(page, 'reparada por error')
  const repair = async () => {
    await page.getByRole('button', { name: 'Reparar los 2 filtrados' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Marcar como reparados' }).click()
    await expect(page.getByText('Se marcaron como reparados 2 reportes.')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(total(page)).toHaveText('0')
  }
  await repair()
  await axe()
  await lookAsPhone()
  const undo = page.getByRole('button', { name: 'Deshacer' })
  await undo.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Se abrieron de nuevo 2 reportes.')).toBeVisible()
  await expect(total(page)).toHaveText('2')
  await repair()
  await page.getByRole('button', { name: 'Cerrar' }).click()
  await page.reload()
  await takeTool(page, 'Reparaciones recientes')
  const repairs = page.getByRole('dialog', { name: 'Reparaciones recientes' })
  const last = repairs.getByTestId('repair').first()
  await expect(last).toContainText('2 reportes · «reparada por error»')
  await axe()
  await lookAsPhone()
  await last.getByRole('button', { name: /^Deshacer/ }).click()
  const question = page.getByRole('dialog', { name: '¿Deshacer esta reparación?' })
  await expect(question).toContainText('2 reportes como máximo')
  await question.getByRole('button', { name: 'Deshacer' }).click()
  await expect(last).toContainText(/Deshecha el .* por .*Se abrieron de nuevo 2 reportes\./)
  await expect(last.getByRole('button')).toHaveCount(0)
  expect(await api.count(`/api/issues/size?status=false&mediaId=${film._id}`)).toBe(2)
})

test('changing a link offers to mark its reports as repaired', { tag: '@looks' }, async ({
  page,
  signedIn,
  axe,
  lookAsPhone,
}) => {
  const api = apiOf(page, await signedIn('sa'))
  const film = await newFilm(api, 'Un enlace muerto')
  await report(await viewerOf(page, api, 'vidente.tres'), film, 'LINK')
  await page.goto('/issues')
  await page.getByRole('button', { name: 'Agrupados' }).click()
  await search(page, 'un enlace muerto')
  const reports = page.getByRole('link', { name: /^Ver reportes: Un enlace muerto, / })
  await expect(reports).toHaveAttribute('href', new RegExp(`^/issues\\?filter=.*${film._id}.*LINK`))
  // Not opened from a report, which would skip the question.
  await page.goto(`/movie/${film._id}`)
  await page
    .getByTestId('link')
    .first()
    .getByRole('button', { name: /^Editar/ })
    .click()
  const link = page.getByRole('dialog', { name: 'Editar link' })
  await field(link, 'Link').fill('https://cdn.cartelera.example/vivo.m3u8')
  await field(link, 'Link').press('Enter')
  await expect(link).toBeHidden()
  await register(page).click()
  const offer = page.getByRole('dialog', { name: 'Este contenido tiene 1 reporte de error abierto' })
  await expect(offer).toBeVisible()
  await axe()
  await lookAsPhone()
  await offer.getByRole('button', { name: 'Marcar como reparado' }).click()
  await expect(page.getByText('Se marcó como reparado 1 reporte.')).toBeVisible()
  expect(await api.count(`/api/issues/size?status=false&mediaId=${film._id}`)).toBe(0)
})

test('a film links to its visits, a visit to its viewer, a viewer to its activity', async ({
  page,
  signedIn,
}) => {
  const api = apiOf(page, await signedIn('sa'))
  const film = await newFilm(api, 'Vista una vez')
  const viewer = await viewerOf(page, api, 'vidente.cuatro')
  await viewer.post('/api/histories', { contentId: film._id, mediaType: 'Movie' })
  await page.goto(`/movie/${film._id}`)
  await page.getByRole('link', { name: 'Historial', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Historial de visitas de Vista una vez')
  await expect(total(page)).toHaveText('1')
  const days = page.getByRole('table', { name: 'Visitas por día' })
  await page.getByRole('button', { name: 'Resumen de visitas' }).click()
  await page.getByText('Ver las cifras').click()
  await expect(days.getByRole('row').last()).toHaveText(/1$/)
  await page.getByRole('link', { name: 'vidente.cuatro' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Persona vidente.cuatro · Editar usuario')
  await page.getByRole('link', { name: 'Historial', exact: true }).click()
  await expect(page).toHaveURL(/\/histories\/.+\?name=/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Historial de visitas de Persona vidente.cuatro',
  )
  await expect(total(page)).toHaveText('1')
  await page.goBack()
  await page.getByRole('link', { name: 'Actividad', exact: true }).click()
  await expect(page).toHaveURL('/activity/vidente.cuatro')
  await expect(rowOf(page, 'Vista una vez')).toContainText(/Película2014Crimen.*HDESP/)
  await page.getByRole('link', { name: 'Vista una vez' }).click()
  await expect(page).toHaveURL(`/movie/${film._id}`)
})
