import type { Page } from '@playwright/test'
import { expect } from '../support/browser.ts'
import { apiOf } from './support/api.ts'
import { register } from './support/film.ts'
import { test } from './support/inspected.ts'
import { field, takeTool } from './support/screen.ts'
import { newFilm, report, viewerOf } from './support/viewer.ts'

const total = (page: Page) => page.getByTestId('total')
const _rowOf = (page: Page, error: string) => page.getByRole('row').filter({ hasText: error })

async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox').fill(text)
  await page.getByRole('searchbox').press('Enter')
}

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
  // Not opened from a report, which would repair it without a question.
  await page.goto(`/movie/${film._id}`)
  await page
    .getByTestId('link')
    .first()
    .getByRole('button', { name: /^Editar/ })
    .click()
  const link = page.getByRole('dialog', { name: 'Editar enlace' })
  // A private IP address is never checked, so the types of report that a link can explain stay ticked.
  await field(link, 'Enlace').fill('http://127.0.0.1/vivo.m3u8')
  await field(link, 'Enlace').press('Enter')
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
