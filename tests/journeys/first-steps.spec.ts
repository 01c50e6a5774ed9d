import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as demoTest, expect } from '../support/browser.ts'
import { expectNotification } from '../support/notifications.ts'
import { field, takeUserEntry } from './support/screen.ts'
import { startServer } from './support/server.ts'
import { fillUser } from './support/user.ts'

/** On an empty production database. */
const test = demoTest.extend({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright derives the required fixtures from the pattern.
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'cartelera-empty-'))
      const server = await startServer(folder, { CARTELERA_SA_PASSWORD: 'cartelera' }, ['start'])
      await use(server)
      await server.stop().finally(() => rmSync(folder, { recursive: true, force: true }))
    },
    { scope: 'test', timeout: 600_000 },
  ],
})

test('sa takes the first steps of a new installation, which tick themselves, hides them and finds them again', async ({
  page,
  signedIn,
  axe,
}) => {
  await signedIn('sa')
  await page.goto('/main')
  const steps = page.getByRole('navigation', { name: 'Primeros pasos' })
  const home = page.getByRole('link', { name: 'Cartelera: inicio' })
  await expect(steps).toContainText('0 de 6')
  await axe()

  await steps.getByRole('link', { name: 'Defina los precios y los períodos' }).click()
  await field(page, 'Precio mensual').fill('350')
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expectNotification(page, 'Los datos fueron guardados.')
  await home.click()
  await expect(steps).toContainText('1 de 6')

  await steps.getByRole('link', { name: 'Cree el primer agente' }).click()
  await fillUser(page, 'primer.agente', { password: 'clave-larga-7', profile: 'agent' })
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page).not.toHaveURL('/signup')
  await home.click()
  await expect(steps).toContainText('2 de 6')
  await expect(steps.getByRole('listitem').filter({ hasText: 'Cree el primer agente' })).toContainText(
    'Hecho:',
  )

  await steps.getByRole('button', { name: 'Cerrar: Primeros pasos' }).click()
  await expect(steps).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Tres cosas para probar' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('navigation', { name: 'Tres cosas para probar' })).toBeVisible()
  await expect(steps).toBeHidden()
  await takeUserEntry(page, 'Primeros pasos')
  await expect(steps).toBeFocused()

  await steps.getByRole('link', { name: 'Agregue los primeros contenidos' }).click()
  await expect(page.getByText('Todavía no hay canales.')).toBeVisible()
  await axe()
  await page.getByRole('button', { name: 'Importar lista M3U' }).click()
  await expect(page.getByRole('dialog')).toContainText('M3U')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Importar lista M3U' })).toBeFocused()
})
