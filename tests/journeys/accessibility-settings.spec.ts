import type { Page } from '@playwright/test'
import { type Screen, test } from './support/inspected.ts'

const at = (tab: string): Pick<Screen, 'path' | 'heading'> => ({
  path: `/setting?tab=${tab}`,
  heading: 'Configuración general',
})

const screens: Screen[] = [
  { what: 'the background images', ...at('images') },
  { what: 'the application file', ...at('apk') },
  { what: 'the controls', ...at('control') },
  { what: 'the alert messages', ...at('alerts') },
  {
    what: 'a background image with mistakes',
    ...at('images'),
    prepare: async (page: Page) => {
      await page.getByRole('button', { name: 'Agregar imagen' }).click()
      await page.getByRole('switch', { name: 'Abre un contenido al hacer clic' }).check()
      await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click()
    },
  },
  {
    what: 'mistakes on a tab',
    ...at('control'),
    prepare: async (page: Page) => {
      await page.getByRole('textbox', { name: 'Precio mensual' }).fill('-1')
      await page.getByRole('checkbox', { name: 'MESES' }).uncheck()
      await page.getByRole('checkbox', { name: 'AÑOS' }).uncheck()
      await page.getByRole('button', { name: 'Guardar', exact: true }).click()
    },
  },
]

for (const screen of screens)
  test(`${screen.what}: accessible, in Spanish, without sideways scroll`, async ({ inspect }) => {
    await inspect(screen, 'sa')
  })
