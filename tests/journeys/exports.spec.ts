import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { expect, test } from '../support/browser.ts'
import { expectNotification } from '../support/notifications.ts'
import { apiOf } from './support/api.ts'
import { test as inspected, looksAt, PHONE, type Screen } from './support/inspected.ts'
import { choose, select, takeTool } from './support/screen.ts'

const open = async (page: Page) => {
  await takeTool(page, 'Exportar')
  return page.getByRole('dialog', { name: 'Exportar' })
}

const textOf = async (download: Download): Promise<string> => readFile(await download.path(), 'utf8')

test('a filtered list is exported with the visible columns', async ({ page, signedIn }) => {
  const api = apiOf(page, await signedIn('admin'))
  const name = `+1809 Cine ${Date.now()}`
  await api.post('/api/categories', { name, descriptionEnglish: 'A; B', type: 'PELICULA', status: true })
  await page.goto(`/categories?filter=${encodeURIComponent(JSON.stringify({ q: name.slice(1) }))}`)
  await expect(page.getByTestId('total')).toHaveText('1')
  const dialog = await open(page)
  await expect(dialog).toContainText('1 registro, con los filtros y el orden de la lista.')
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Exportar' }).click()
  expect((await download).suggestedFilename()).toMatch(/^categorias-\d{4}-\d\d-\d\d\.csv$/)
  const [head, row] = (await textOf(await download)).split('\r\n')
  expect(head).toBe('\uFEFFDescripción;Descripción en Inglés;Tipo;Fecha de modificación;Activo')
  expect(row).toMatch(/^'\+1809 Cine \d+;"A; B";PELICULA;\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d [ap]m;Sí$/)
  await expectNotification(page, 'Se exportó 1 registro.')
  await expect(dialog).toBeHidden()
})

test('on a phone, sales by day and seller are exported; a lost connection is reported, and nothing is saved', async ({
  page,
  signedIn,
  tolerated,
}) => {
  tolerated.push(/ERR_FAILED/)
  await signedIn('agente')
  await page.setViewportSize(PHONE)
  await page.goto('/credits')
  await takeTool(page, 'Exportar totales')
  const dialog = page.getByRole('dialog', { name: 'Ventas y devoluciones por día y vendedor' })
  await expect(select(dialog, 'Columnas')).toBeHidden()
  await page.route('**/export?**', (route) => route.abort())
  await dialog.getByRole('button', { name: 'Exportar' }).click()
  await expect(dialog.getByRole('alert')).toContainText('No hay conexión con el servidor')
  await page.unroute('**/export?**')
  await choose(dialog, 'Formato', 'JSON')
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Exportar' }).click()
  expect((await download).suggestedFilename()).toMatch(/^ventas-por-dia-y-vendedor-\d{4}-\d\d-\d\d\.json$/)
  const rows: unknown = JSON.parse(await textOf(await download))
  expect(rows).toContainEqual(expect.objectContaining({ day: expect.any(String), net: expect.any(Number) }))
})

const SCREENS: Screen[] = [
  {
    what: 'the export of movements',
    path: '/credits',
    heading: 'Historial de créditos',
    prepare: async (page: Page) => {
      await expect(await open(page)).toBeVisible()
    },
  },
]

for (const { what, tag, states } of looksAt(SCREENS).slice(1))
  inspected(what, { tag }, ({ inspect }) => inspect(states, 'admin'))
