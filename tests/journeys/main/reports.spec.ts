import type { Page } from '@playwright/test'
import { formatCount } from '../../../src/domain/format/text.ts'
import { expect, test } from '../../support/browser.ts'
import { apiOf } from '../support/api.ts'
import { newFilm, report, viewerOf } from '../support/viewer.ts'

const title = 'Dos fallas a la vez'

/** The row of the film's report of one error: rows of an earlier filter may still be shown when the count arrives. */
const rowOf = (page: Page, error: string) =>
  page.getByRole('row').filter({ hasText: title }).filter({ hasText: error })

test('support repairs one report and reopens it, then repairs the counted ones but none that arrives meanwhile, then all', async ({
  page,
  signedIn,
}) => {
  const api = apiOf(page, await signedIn('sa'))
  const film = await newFilm(api, title)
  const viewer = await viewerOf(page, api, 'vidente.uno')
  await report(viewer, film, 'VIDEO')
  await report(viewer, film, 'AUDIO')
  await signedIn('soporte')
  await page.goto('/issues')
  const total = page.getByTestId('total')
  await page.getByRole('searchbox').fill('dos fallas')
  await page.getByRole('searchbox').press('Enter')
  await expect(total).toHaveText('2')
  const row = rowOf(page, 'No se ve la imagen')
  await expect(page.getByRole('button', { name: 'Reportados', exact: true, pressed: true })).toBeVisible()
  await expect(row).toContainText(/\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d [ap]m/)
  await expect(row).toContainText('Película')
  await row.getByRole('button', { name: 'Marcar como Reparado' }).click()
  await expect(row).toContainText('Reparado')
  await expect(total).toHaveText('1')
  await page.getByRole('button', { name: 'Reparados', exact: true }).click()
  await expect(total).toHaveText('1')
  await expect(page).toHaveURL(/status=true/)
  await row.getByRole('button', { name: 'Reabrir' }).click()
  await expect(page.getByText('Ningún registro coincide con la búsqueda.')).toBeVisible()
  await page.getByRole('button', { name: 'Reportados', exact: true }).click()
  await expect(total).toHaveText('2')

  await page.getByRole('button', { name: 'Reparar los 2 filtrados' }).click()
  const dialog = page.getByRole('dialog', { name: '¿Marcar los reportes filtrados como reparados?' })
  await expect(dialog).toContainText('Se marcarán como reparados 2 reportes.')
  const repair = dialog.getByRole('button', { name: 'Marcar como reparados' })
  // Disabled while the reports are counted again.
  await expect(repair).toBeEnabled()
  await report(viewer, film, 'BUFFERING')
  await repair.click()
  await expect(page.getByText('Se marcaron como reparados 2 reportes.')).toBeVisible()
  await expect(total).toHaveText('1')
  await expect(rowOf(page, 'No se ve la imagen')).toHaveCount(0)
  await page.getByRole('button', { name: 'Todos', exact: true }).click()
  await expect(total).toHaveText('3')

  const count = await api.count('/api/issues/size?status=false')
  await page.getByRole('button', { name: 'Reparados Todos' }).click()
  await expect(page.getByText(`Se marcaron como reparados ${formatCount(count)} reportes.`)).toBeVisible()
  expect(await api.count('/api/issues/size?status=false')).toBe(0)
})
