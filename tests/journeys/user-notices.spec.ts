import type { Page } from '@playwright/test'
import { expect, test } from '../support/browser.ts'
import { apiOf, type Stored } from './support/api.ts'
import { PHONE } from './support/inspected.ts'
import { field } from './support/screen.ts'
import { createUser } from './support/user.ts'

/** Prevents links to WhatsApp from being opened. */
const keepHere = (page: Page) =>
  page.addInitScript(() =>
    document.addEventListener(
      'click',
      ({ target }) => {
        const link = target instanceof Element ? target.closest('a[href^="https://wa.me/"]') : null
        link?.addEventListener('click', (event) => event.preventDefault(), { once: true })
      },
      true,
    ),
  )

/** Number and text of a link to a chat. */
const chatOf = (address: string | null) => {
  const { pathname, searchParams } = new URL(address ?? '')
  return [pathname, searchParams.get('text')] as const
}

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true })

  test('an agent reminds a customer from the card, and the customers of a selection one by one', async ({
    page,
    signedIn,
    axe,
  }) => {
    const api = apiOf(page, await signedIn('agente'))
    const { fullName: sender } = await api.get('/api/users/me')
    const customers: Stored[] = await api.get('/api/users?sort=dateExpire&order=desc&limit=100')
    const [one, two] = customers.filter(
      ({ celPhone, dateExpire, role }) => celPhone !== '' && dateExpire !== null && role === 'app',
    )
    if (one === undefined || two === undefined) throw new Error('The demo has no customers to remind')
    await keepHere(page)
    await page.goto('/admin?sort=dateExpire&order=DESC')
    await page.getByRole('button', { name: `Más acciones: ${one.name}`, exact: true }).tap()
    const entry = page.getByRole('menuitem', { name: `Avisar por WhatsApp a ${one.fullName}` })
    const [number, text] = chatOf(await entry.getAttribute('href'))
    expect(number).toMatch(/^\/1\d{10}$/)
    expect(text).toMatch(new RegExp(`^Hola, ${one.fullName}\\. Su suscripción ven.* ${sender}$`))
    const recorded = page.waitForResponse((answer) => answer.url().endsWith('/notices'))
    await entry.tap()
    expect((await recorded).status()).toBe(204)

    for (const { name } of [one, two])
      await page.getByRole('checkbox', { name: `Elegir ${name}`, exact: true }).tap()
    await page.getByRole('button', { name: 'Avisar a los 2' }).tap()
    const dialog = page.getByRole('dialog', { name: 'Avisar por WhatsApp' })
    await expect(dialog.getByRole('status')).toHaveText('1 de 2 avisado hoy')
    await axe()
    await dialog.getByRole('link', { name: `Avisar a ${two.fullName}` }).tap()
    await expect(dialog.getByRole('status')).toHaveText('2 de 2 avisados hoy')
    await dialog.getByRole('button', { name: 'Cerrar' }).tap()
    await expect(dialog).toBeHidden()
  })
})

test.describe('texts of notices', () => {
  test.use({ ownDemo: true })

  test('have a preview in the settings, reject unknown placeholders, and are used for new credentials', async ({
    page,
    signedIn,
    axe,
  }) => {
    const api = apiOf(page, await signedIn('sa'))
    await page.goto('/automation?tab=notices')
    const text = field(page, 'Aviso con los datos de acceso')
    const section = page.getByRole('region', { name: 'Datos de acceso' })
    const preview = section.getByRole('group', { name: 'Vista previa' })
    await text.fill('{nombre}: {clave}')
    await expect(preview).toContainText('El texto tiene un marcador que no existe.')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await expect(page.getByText('El marcador «{clave}» no existe en este aviso.')).toBeVisible()
    await text.fill('Entre así, {nombre}:\n{acceso}')
    await expect(preview).toContainText('Entre así, Ana Castillo:')
    await axe()
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT')
    await page.getByRole('button', { name: 'Guardar' }).click()
    expect((await saved).status()).toBe(200)

    const { _id } = await createUser(api, 'aviso-clave', 'app', { celPhone: '+34 612 345 678' })
    await page.goto(`/modify/${_id}`)
    await page.getByLabel(/^Contraseña/).fill('otra-clave')
    await page.getByRole('button', { name: 'Actualizar' }).click()
    const link = page.getByRole('region', { name: 'Datos de acceso' }).getByRole('link', { name: 'WhatsApp' })
    expect(chatOf(await link.getAttribute('href'))).toEqual([
      '/34612345678',
      'Entre así, Persona aviso-clave:\nCartelera\nUsuario: aviso-clave\nContraseña: otra-clave',
    ])
  })
})
