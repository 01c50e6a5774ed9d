import { createServer } from 'node:net'
import { expect } from '../support/browser.ts'
import { expectNotification } from '../support/notifications.ts'
import { apiOf } from './support/api.ts'
import { addAuthenticator } from './support/authenticator.ts'
import { asksToConfirm, confirmation } from './support/confirmation.ts'
import { test as inspected } from './support/inspected.ts'
import { signInByForm, takeUserEntry } from './support/screen.ts'
import { createUser } from './support/user.ts'

/** A port that was free: PUBLIC_URL names it before the server starts. */
const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0))
    })
  })

const port = await freePort()
// Browsers offer passkeys for domains only, and localhost is one.
const SITE = `http://localhost:${port}`
const test = inspected
test.use({
  ownDemo: true,
  serverEnv: { PORT: String(port), PUBLIC_URL: SITE },
  baseURL: SITE,
  tolerated: [/401/, /403/, /422/],
})

test('a passkey is added, then completes a sign-in and confirms a change', { tag: '@looks' }, async ({
  page,
  signedIn,
  axe,
}) => {
  await addAuthenticator(page)
  await createUser(apiOf(page, await signedIn('admin')), 'con-llave', 'Consulta')
  await page.context().clearCookies()
  await page.goto(`${SITE}/login`)
  await signInByForm(page, 'con-llave')
  await takeUserEntry(page, 'Seguridad de la cuenta')
  await page.getByRole('button', { name: 'Agregar llave de acceso' }).click()
  await page.getByLabel('Nombre').fill('Portátil')
  await axe()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByRole('button', { name: 'Ya los guardé' }).click()
  await expect(page.getByText('Portátil', { exact: true })).toBeVisible()

  await takeUserEntry(page, 'Salir')
  await signInByForm(page, 'con-llave')
  await expect(page.getByLabel('Código de la aplicación')).toHaveCount(0)
  await axe()
  await page.getByRole('button', { name: 'Usar la llave de acceso' }).click()
  await expect(page).toHaveURL(`${SITE}/main`)

  await asksToConfirm(page, '**/api/me/factors/recovery-codes')
  await page.goto(`${SITE}/security`)
  await page.getByRole('button', { name: 'Crear códigos nuevos' }).click()
  await page.getByRole('button', { name: 'Crear códigos', exact: true }).click()
  await expect(confirmation(page)).toBeVisible()
  await axe()
  await confirmation(page).getByRole('button', { name: 'Usar la llave de acceso' }).click()
  await expect(page.getByRole('list', { name: 'Códigos de recuperación' })).toBeVisible()
  await page.getByRole('button', { name: 'Ya los guardé' }).click()
  await page.getByRole('button', { name: 'Quitar Portátil' }).click()
  await page.getByRole('button', { name: 'Quitar', exact: true }).click()
  await expectNotification(page, 'El segundo factor fue quitado.')
})
