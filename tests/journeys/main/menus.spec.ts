import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser.ts'

const ADMINISTRATION = [
  'Usuarios',
  'Historial de visitas',
  'Reporte de Errores',
  'Historial de créditos',
  'Movimientos de créditos',
  'Auditoría',
  'Conciliación',
]

const CONTENTS = [
  'Categorías',
  'Canales',
  'Guías de canales',
  'Listas de canales',
  'On Demand',
  'Documentales',
  'Películas',
  'Conciertos',
  'Radios',
  'Series',
  'Deportes',
  'Calidad del catálogo',
]

const CONFIGURATION = [
  'Perfiles',
  'Configuración general',
  'Automatización y seguridad',
  'Enviados',
  'Tareas',
  'Claves de API',
]

const menus = (page: Page) => page.getByRole('navigation', { name: 'Menú principal' }).getByRole('button')

async function expectMenu(page: Page, menu: string, entries: string[]): Promise<void> {
  await menus(page).filter({ hasText: menu }).click()
  await expect(page.getByRole('menuitem')).toHaveText(entries)
  await page.keyboard.press('Escape')
}

test('the navbar shows only the menus and entries that the profile permits', async ({
  page,
  signedIn,
  axe,
}) => {
  await signedIn('admin')
  await page.goto('/settings')
  await expect(menus(page)).toHaveText(['Administración', 'Contenidos', 'Configuración'])
  await expectMenu(page, 'Administración', ADMINISTRATION)
  await expectMenu(page, 'Contenidos', CONTENTS)
  await expectMenu(page, 'Configuración', CONFIGURATION)
  await axe()

  await signedIn('agente')
  await page.reload()
  await expect(menus(page)).toHaveText(['Administración'])
  await expectMenu(page, 'Administración', ['Usuarios', 'Historial de créditos', 'Movimientos de créditos'])

  await signedIn('soporte')
  await page.reload()
  await expect(menus(page)).toHaveText(['Administración'])
  await expectMenu(page, 'Administración', ['Historial de visitas', 'Reporte de Errores'])
  await menus(page).click()
  await page.getByRole('menuitem', { name: 'Reporte de Errores' }).click()
  await expect(page).toHaveURL('/issues')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reporte de Errores')
})
