import type { Page } from '@playwright/test'
import { expect } from '../support/browser.ts'
import { looksAt, type Screen, test } from './support/inspected.ts'

const at = (tab: string): Pick<Screen, 'path' | 'heading'> =>
  tab === 'notices' || tab === 'webhooks'
    ? { path: `/automation?tab=${tab}`, heading: 'Automatización y seguridad' }
    : { path: `/setting?tab=${tab}`, heading: 'Configuración general' }

const TABS: Screen[][] = [
  [
    { what: 'the background images', ...at('images') },
    {
      what: 'a background image with mistakes',
      ...at('images'),
      prepare: async (page: Page) => {
        await page.getByRole('button', { name: 'Agregar imagen' }).click()
        await page.getByRole('switch', { name: 'Abre un contenido al hacer clic' }).check()
        await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click()
      },
    },
  ],
  [{ what: 'the application file', ...at('apk') }],
  [
    { what: 'the controls', ...at('control') },
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
  ],
  [{ what: 'the alert messages', ...at('alerts') }],
  [{ what: 'the notices', ...at('notices') }],
  [
    { what: 'the webhooks', ...at('webhooks') },
    {
      what: 'a webhook with mistakes',
      ...at('webhooks'),
      prepare: async (page: Page) => {
        await page.getByRole('button', { name: 'Agregar webhook' }).click()
        await page.getByRole('textbox', { name: 'Plantilla' }).fill('{')
        await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click()
      },
    },
    {
      what: 'the deliveries of a webhook',
      ...at('webhooks'),
      prepare: async (page: Page) => {
        await page.getByRole('button', { name: 'Entregas' }).click()
        await expect(page.getByRole('dialog').getByRole('table')).toBeVisible()
      },
    },
  ],
]

for (const { what, tag, states } of TABS.flatMap(looksAt))
  test(what, { tag }, ({ inspect }) => inspect(states, 'sa'))
