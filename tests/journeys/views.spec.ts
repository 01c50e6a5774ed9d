import type { Page } from '@playwright/test'
import { profileLabel } from '../../src/domain/access/permissions.ts'
import { expect, test } from '../support/browser.ts'
import { choose, field, takeTool } from './support/screen.ts'

const header = (page: Page, name: string) => page.getByRole('columnheader', { name })
const item = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true })
/** The button of the current view, or of the menu with the others. */
const views = (page: Page, name = 'Más') => page.getByRole('button', { name, exact: true })

const save = async (page: Page, name: string, forProfile?: string): Promise<void> => {
  await item(page, 'Guardar vista…').click()
  const dialog = page.getByRole('dialog', { name: 'Guardar vista' })
  await field(dialog, 'Nombre de la vista').fill(name)
  if (forProfile) await choose(dialog, 'Para', `Para el perfil ${profileLabel(forProfile)}`)
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(dialog).toBeHidden()
}

test('filters, order and columns are saved as a named view, which is available in another browser', async ({
  page,
  signedIn,
  anotherPage,
}) => {
  await signedIn('admin')
  const filter = encodeURIComponent(JSON.stringify({ status: 'true' }))
  await page.goto(`/categories?filter=${filter}&sort=type&order=DESC&perPage=10`)
  await takeTool(page, 'Columnas')
  await page.getByRole('checkbox', { name: 'Descripción en Inglés' }).uncheck()
  await page.keyboard.press('Escape')
  await takeTool(page, 'Vistas')
  await save(page, 'Activas por tipo')
  await expect(views(page, 'Vista: Activas por tipo')).toBeVisible()

  const other = await anotherPage('admin')
  await other.goto('/categories')
  await expect(header(other, 'Descripción en Inglés')).toBeVisible()
  await takeTool(other, 'Vistas')
  await item(other, 'Activas por tipo').click()
  await expect(views(other, 'Vista: Activas por tipo')).toBeFocused()
  await expect(header(other, 'Descripción en Inglés')).toBeHidden()
  await expect(header(other, 'Tipo')).toHaveAttribute('aria-sort', 'descending')
  await expect(other.getByRole('combobox', { name: 'Registros por página' })).toHaveText('10 por página')

  await header(other, 'Tipo').getByRole('button').click()
  await views(other, 'Vista modificada: Activas por tipo').click()
  await item(other, 'Guardar los cambios en la vista').click()
  await expect(views(other, 'Vista: Activas por tipo')).toBeVisible()
  await page.reload()
  await views(page, 'Vista modificada: Activas por tipo').click()
  await item(page, 'Descartar los cambios').click()
  await expect(header(page, 'Tipo')).toHaveAttribute('aria-sort', 'ascending')
  await views(page, 'Vista: Activas por tipo').click()
  await item(page, 'Eliminar la vista…').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
  await expect(views(page)).toBeFocused()
  await expect(page).toHaveURL('/categories')
})

test('a view of a profile is offered to its users, who cannot change it', async ({
  page,
  signedIn,
  anotherPage,
}) => {
  await signedIn('admin')
  await page.goto(`/admin?filter=${encodeURIComponent(JSON.stringify({ useTvList: 'true' }))}`)
  await takeTool(page, 'Vistas')
  await save(page, 'Con lista de TV', 'agent')
  const agent = await anotherPage('agente')
  await agent.goto('/admin')
  await takeTool(agent, 'Vistas')
  await expect(agent.getByRole('menu')).toContainText('De mi perfil')
  await item(agent, 'Con lista de TV').click()
  await views(agent, 'Vista: Con lista de TV').click()
  await expect(item(agent, 'Quitar la vista')).toBeVisible()
  await expect(item(agent, 'Eliminar la vista…')).toBeHidden()
})
