import type { Page } from '@playwright/test'
import { expect } from '../support/browser.ts'
import { expectNotification } from '../support/notifications.ts'
import { type Api, apiOf } from './support/api.ts'
import { codeOf, shownSeed } from './support/authenticator.ts'
import { test as inspected, PHONE } from './support/inspected.ts'
import { signInByForm, takeUserEntry } from './support/screen.ts'
import { createUser } from './support/user.ts'

const test = inspected
test.use({ tolerated: [/401/, /422/] })

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const code = (page: Page) => page.getByLabel('Código de la aplicación')
const alert = (page: Page) => page.getByRole('alert')

/** Creates a user whose profile requires a second factor. */
const demanded = async (api: Api, name: string): Promise<void> => {
  const { _id, dateUpdate } = await api.post('/api/profiles', {
    name: `Exige ${name}`,
    accessWeb: true,
  })
  await api.put(`/api/profiles/${_id}`, { secondFactor: true, dateUpdate })
  await createUser(api, name, `Exige ${name}`)
}

/** Signs in with the password, and enrols an app as the profile requires; returns its seed and a recovery code. */
const enrol = async (page: Page, name: string, look: () => Promise<void> = async () => undefined) => {
  await page.context().clearCookies()
  await page.goto('/login')
  await signInByForm(page, name)
  await expect(heading(page)).toHaveText('Configure su segundo factor')
  const seed = await shownSeed(page)
  // This server has no PUBLIC_URL, which passkeys require.
  await expect(page.getByRole('button', { name: 'Usar una llave de acceso' })).toHaveCount(0)
  await look()
  await code(page).fill(codeOf(seed))
  await page.getByRole('button', { name: 'Continuar' }).click()
  const codes = page.getByRole('list', { name: 'Códigos de recuperación' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  await look()
  const recovery = (await codes.first().textContent()) ?? ''
  const enter = page.getByRole('button', { name: 'Entrar' })
  await expect(enter).toBeDisabled()
  await page.getByLabel('Guardé mis códigos de recuperación').check()
  await enter.click()
  await expect(page).toHaveURL('/main')
  return { seed, recovery }
}

test('a profile that requires a second factor makes its users enrol an app, and then asks for its code', {
  tag: '@looks',
}, async ({ page, signedIn, axe }) => {
  await demanded(apiOf(page, await signedIn('admin')), 'exigida')
  const { seed, recovery } = await enrol(page, 'exigida', axe)
  await takeUserEntry(page, 'Salir')
  await signInByForm(page, 'exigida')
  await expect(heading(page)).toHaveText('Segundo factor')
  await expect(code(page)).toBeFocused()
  await expect(code(page)).toHaveAttribute('autocomplete', 'one-time-code')
  await axe()
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(alert(page)).toHaveText('Debe digitar los 6 números del código')
  await code(page).fill('000000')
  await page.keyboard.press('Enter')
  await expect(alert(page)).toHaveText('El código no es correcto o ya se usó.')
  await code(page).fill(codeOf(seed, 1))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/main')

  await takeUserEntry(page, 'Salir')
  await signInByForm(page, 'exigida')
  await page.getByRole('button', { name: 'Usar un código de recuperación' }).click()
  await page.getByLabel('Código de recuperación').fill(recovery.toLowerCase())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/main')
})

test('five wrong codes lead back to the sign-in with the password', async ({ page, signedIn }) => {
  await demanded(apiOf(page, await signedIn('admin')), 'equivocada')
  await enrol(page, 'equivocada')
  await takeUserEntry(page, 'Salir')
  await signInByForm(page, 'equivocada')
  for (let guess = 0; guess < 5; guess++) {
    await code(page).fill(`00000${guess}`)
    const answered = page.waitForResponse('**/auth/second-factor')
    await page.keyboard.press('Enter')
    await answered
    await expect(alert(page)).toHaveText('El código no es correcto o ya se usó.')
  }
  await code(page).fill('000009')
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Iniciar sesión')
  await expect(alert(page)).toContainText('Inicie sesión de nuevo.')
})

test('one’s own factors are added, renewed and removed in the account’s security', { tag: '@looks' }, async ({
  page,
  signedIn,
  axe,
}) => {
  await createUser(apiOf(page, await signedIn('admin')), 'segura', 'Consulta')
  await page.context().clearCookies()
  await page.goto('/login')
  await signInByForm(page, 'segura')
  await takeUserEntry(page, 'Seguridad de la cuenta')
  await expect(heading(page)).toHaveText('Seguridad de la cuenta')
  await expect(page.getByText('No tiene un segundo factor.')).toBeVisible()
  await axe()
  await page.getByRole('button', { name: 'Agregar aplicación de autenticación' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('img', { name: /Código QR/ })).toBeVisible()
  await axe()
  const seed = await shownSeed(page)
  await code(page).fill('12345')
  await dialog.getByRole('button', { name: 'Agregar' }).click()
  await expect(dialog.getByRole('alert').first()).toHaveText('Debe digitar los 6 números del código')
  await code(page).fill(codeOf(seed))
  await dialog.getByLabel('Nombre').fill('Mi teléfono')
  await dialog.getByRole('button', { name: 'Agregar' }).click()
  await expect(page.getByRole('list', { name: 'Códigos de recuperación' }).getByRole('listitem')).toHaveCount(
    10,
  )
  await axe()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Descargar' }).click()
  expect((await download).suggestedFilename()).toBe('cartelera-codigos-de-recuperacion.txt')
  await page.getByRole('button', { name: 'Ya los guardé' }).click()
  await expect(page.getByText('Mi teléfono', { exact: true })).toBeVisible()
  await expect(page.getByText('Códigos de recuperación sin usar: 10 de 10')).toBeVisible()
  await axe()
  await page.getByRole('button', { name: 'Crear códigos nuevos' }).click()
  await page.getByRole('button', { name: 'Crear códigos', exact: true }).click()
  await page.getByRole('button', { name: 'Ya los guardé' }).click()
  await page.getByRole('button', { name: 'Quitar Mi teléfono' }).click()
  await page.getByRole('button', { name: 'Quitar', exact: true }).click()
  await expectNotification(page, 'El segundo factor fue quitado.')
  await expect(page.getByText('No tiene un segundo factor.')).toBeVisible()
})

test('the public users of the demo see why they cannot have a second factor', async ({ page, signedIn }) => {
  await signedIn('admin')
  await page.goto('/security')
  await expect(page.getByText(/usuarios públicos de la demostración/)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Agregar/ })).toHaveCount(0)
})

test('sa resets the lost factor of another user', { tag: '@looks' }, async ({ page, signedIn, axe }) => {
  await demanded(apiOf(page, await signedIn('admin')), 'extraviada')
  await enrol(page, 'extraviada')
  const api = apiOf(page, await signedIn('sa'))
  const { _id } = await api.find('/api/users', 'name', 'extraviada')
  await page.goto(`/modify/${_id}`)
  await page.getByRole('button', { name: 'Segundo factor' }).click()
  await expect(page.getByRole('dialog')).toContainText('Aplicación de autenticación')
  await axe()
  await page.getByRole('button', { name: 'Restablecer' }).click()
  await page.getByRole('dialog').last().getByRole('button', { name: 'Restablecer' }).click()
  await expectNotification(page, 'El segundo factor fue restablecido.')
  await page.context().clearCookies()
  await page.goto('/login')
  await signInByForm(page, 'extraviada')
  await expect(heading(page)).toHaveText('Configure su segundo factor')
})

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true })

  test('the enrolment does not overflow and has large enough touch targets', { tag: '@looks' }, async ({
    page,
    signedIn,
    axe,
  }) => {
    await demanded(apiOf(page, await signedIn('admin')), 'movil')
    await enrol(page, 'movil', async () => {
      await axe()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    })
    await page.goto('/security')
    await expect(page.getByText('Códigos de recuperación sin usar: 10 de 10')).toBeVisible()
    await axe()
  })
})
