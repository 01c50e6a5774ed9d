import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/browser.ts'
import { expectNotification } from '../support/notifications.ts'
import { apiOf } from './support/api.ts'
import { PHONE } from './support/inspected.ts'
import { field, takeUserEntry } from './support/screen.ts'
import { foreignTexts } from './support/spanish.ts'

const palette = (page: Page): Locator => page.getByRole('dialog', { name: 'Buscar en todo' })
const box = (page: Page): Locator => palette(page).getByRole('combobox', { name: 'Buscar en todo' })
const chosen = (page: Page): Locator => palette(page).getByRole('option', { selected: true })

interface User {
  _id: string
  name: string
  fullName: string
}

/** An enabled subscriber of the demo. */
const customer = async (page: Page, token: string): Promise<User> => {
  const users: (User & { role: string; status: string })[] = await apiOf(page, token).get(
    '/api/users/short?limit=100&sort=dateExpire&order=desc&dateBeging=2020-01-01',
  )
  const found = users.find(({ role, status }) => role === 'app' && status === 'enable')
  if (!found) throw new Error('The demo has no subscriber')
  return found
}

test('the search on any screen finds people, contents, screens and actions, with the keyboard only', async ({
  page,
  signedIn,
  axe,
}) => {
  const user = await customer(page, await signedIn('admin'))
  await page.goto('/main')
  await expect(page.getByRole('button', { name: 'Buscar en todo' })).toBeVisible()

  await page.keyboard.press('/')
  await expect(box(page)).toBeFocused()
  await page.keyboard.type(user.name)
  // Before the response arrives.
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/modify/${user._id}`)
  await expect(field(page, 'Nombre completo')).toHaveValue(user.fullName)

  // In a field the key types a letter; the other shortcut opens the search from there, and Escape restores the focus.
  await field(page, 'Nombre completo').focus()
  await page.keyboard.press('/')
  await expect(palette(page)).toBeHidden()
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Control+k')
  await expect(palette(page).getByRole('group', { name: 'Abiertos hace poco' })).toContainText(user.name)
  await axe()
  await page.keyboard.press('Escape')
  await expect(field(page, 'Nombre completo')).toBeFocused()

  await page.keyboard.press('Control+k')
  await expect(box(page)).toBeFocused()
  await page.keyboard.type(user.name)
  const sale = palette(page).getByRole('option', { name: `Vender a ${user.fullName}` })
  await expect(sale).toBeVisible()
  expect(await foreignTexts(page)).toEqual([])
  await axe()
  while ((await sale.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown')
  await expect(box(page)).toHaveAttribute('aria-activedescendant', (await sale.getAttribute('id')) ?? '')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: /crédito/i })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.getByRole('button', { name: 'Buscar en todo' }).focus()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Atajos de teclado' })
  await expect(help).toBeVisible()
  await axe()
  await help.getByRole('switch', { name: /una sola tecla/ }).press(' ')
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await page.keyboard.press('/')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await expect(box(page)).toBeFocused()
  await page.keyboard.type('emisora')
  await expect(chosen(page)).toHaveCount(1)
  await page.keyboard.type(' zzz')
  await expect(palette(page).getByText(/Nada coincide con/)).toBeVisible()
  await page.keyboard.press('Escape')
})

test('the search finds actions by the words on their buttons', async ({ page, signedIn, axe }) => {
  const user = await customer(page, await signedIn('superagente'))
  const type = async (text: string): Promise<void> => {
    await page.keyboard.press('Control+k')
    await expect(box(page)).toBeFocused()
    await page.keyboard.type(text)
  }
  // Before the response arrives, and in either order.
  for (const text of [`vender ${user.name}`, `${user.name} vender`]) {
    await page.goto('/main')
    await expect(page.getByRole('button', { name: 'Buscar en todo' })).toBeVisible()
    await type(text)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/modify/${user._id}`))
    await expect(page.getByRole('dialog', { name: /crédito/i })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await type('nuevo usuario')
  await expect(chosen(page)).toHaveText(/Crear usuario/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/signup')
  await type('transferir')
  await expect(chosen(page)).toHaveText(/^Transferir créditos a…/)
  await page.keyboard.press('Enter')
  await expect(box(page)).toHaveValue('Transferir créditos a ')
  await expect(box(page)).toBeFocused()
  await page.keyboard.type('agente')
  await expect(chosen(page)).toHaveText(/^Transferir créditos a /)
  expect(await foreignTexts(page)).toEqual([])
  await axe()
  await page.keyboard.press('Escape')
  await type('tema oscuro')
  await expect(chosen(page)).toHaveText('Tema oscuro')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveCSS('color-scheme', /dark/)
  await type('papelera')
  await expect(palette(page).getByText(/Nada coincide con/)).toBeVisible()
  await page.keyboard.press('Escape')
  await type('salir')
  await expect(chosen(page)).toHaveText('Salir')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/login/)
})

test('the search offers the actions of the highlighted result', async ({ page, signedIn }) => {
  await signedIn('admin')
  await page.goto('/main')
  await expect(page.getByRole('button', { name: 'Buscar en todo' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(box(page)).toBeFocused()
  await page.keyboard.type('casa')
  await expect(palette(page).getByRole('group', { name: /^Acciones: / })).toBeVisible()
  // Waits for the final results, which may lack those of a shorter text.
  await expect(palette(page).getByRole('listbox')).toHaveAttribute('aria-busy', 'false')
  await page.keyboard.press('ArrowDown')
  const title = (await chosen(page).locator('span').first().textContent()) ?? ''
  await expect(palette(page).getByRole('group', { name: `Acciones: ${title}` })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(chosen(page)).toHaveText(`Editar ${title}`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(title)
})

test('the records of a list are opened one after another with the keyboard, and saved before the next opens', async ({
  page,
  signedIn,
}) => {
  await signedIn('admin')
  await page.goto('/main')
  await expect(page.getByRole('button', { name: 'Buscar en todo' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(box(page)).toBeFocused()
  await page.keyboard.type('categorias')
  await expect(palette(page).getByRole('option', { name: 'Categorías', exact: true })).toBeVisible()
  while ((await chosen(page).textContent()) !== 'Categorías') await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  const search = page.getByRole('searchbox', { name: 'Texto a buscar' })
  await expect(search).toBeFocused()
  const rows = page.locator('tbody [data-title]').getByRole('link')
  await expect(rows.nth(19)).toBeVisible()
  const names = await rows.allTextContents()
  await page.keyboard.press('ArrowDown')
  await expect(rows.first()).toBeFocused()
  for (let row = 1; row < 20; row++) await page.keyboard.press('ArrowDown')
  await expect(rows.nth(19)).toBeFocused()
  await page.keyboard.press('Enter')
  const name = field(page, 'Descripción')
  await expect(name).toHaveValue(names[19] ?? '')

  // Past the end of the page, and back.
  await page.keyboard.press('Alt+PageDown')
  await expect(name).not.toHaveValue(names[19] ?? '')
  const next = await name.inputValue()
  await expect(page.getByRole('button', { name: 'Registro siguiente' })).toBeFocused()
  await page.keyboard.press('Alt+PageUp')
  await expect(name).toHaveValue(names[19] ?? '')
  await page.keyboard.press('Alt+PageDown')
  await expect(name).toHaveValue(next)

  await name.fill(`${next} 2`)
  await page.keyboard.press('Alt+PageUp')
  await expect(page.getByRole('dialog')).toContainText('Tiene cambios sin guardar')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Control+s')
  await expectNotification(page, 'Los datos fueron guardados.')
  await page.getByRole('button', { name: 'Atras' }).press('Enter')
  await expect(page).toHaveURL(/page=2/)
  await expect(page.getByRole('link', { name: `${next} 2` })).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(name).toHaveValue(`${next} 2`)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await name.fill(next)
  await page.keyboard.press('Control+Enter')
  await expect(page).toHaveURL('/category')
  await expect(name).toHaveValue('')
  await expect(name).toBeFocused()
  await name.fill('Novedades de prueba')
  await field(page, 'Descripción en Inglés').fill('Test news')
  await page.getByRole('combobox', { name: /^Tipo/ }).press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Enter')
  await expect(name).toHaveValue('')
  await expect(name).toBeFocused()
  await expect(page).toHaveURL('/category')
})

test('on a phone the search fills the screen, and offers selling to a matching user', async ({
  page,
  signedIn,
  axe,
  tolerated,
}) => {
  tolerated.push(/ERR_INTERNET_DISCONNECTED/)
  const token = await signedIn('agente')
  await page.setViewportSize(PHONE)
  const user = await customer(page, token)
  await page.goto('/main')
  await page.getByRole('button', { name: 'Buscar en todo' }).click()
  await expect(box(page)).toBeFocused()
  expect((await palette(page).boundingBox())?.height).toBe(PHONE.height)
  await box(page).fill(user.fullName)
  const sale = palette(page)
    .getByRole('option', { name: `Vender a ${user.fullName}` })
    .first()
  await expect(sale).toBeVisible()
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(beyond).toBeLessThanOrEqual(0)
  await axe()
  await sale.click()
  await expect(page.getByRole('dialog', { name: /crédito/i })).toBeVisible()
  await page.keyboard.press('Escape')

  // Recently opened records are dropped with the session, and a lost connection is reported.
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Buscar en todo' }).click()
  await box(page).fill('otro')
  await expect(palette(page).getByText(/No hay conexión/)).toBeVisible()
  await page.context().setOffline(false)
  await palette(page).getByRole('button', { name: 'Cerrar' }).click()
  await takeUserEntry(page, 'Salir')
  await expect(page).toHaveURL(/login/)
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /recent/.test(key)))).toEqual([])
})
