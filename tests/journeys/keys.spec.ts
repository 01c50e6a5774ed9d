import { expect, test } from '../support/browser.ts'
import { expectNotification } from '../support/notifications.ts'
import { apiOf, type Stored } from './support/api.ts'
import { asksToConfirm, confirmation } from './support/confirmation.ts'
import { test as inspected, looksAt, PHONE, type Screen } from './support/inspected.ts'
import { choose, expectMessage, field } from './support/screen.ts'

test.use({ ownDemo: true, tolerated: [/403/] })

test('a key is created, shown once, used by a program, named in the audit log and revoked', {
  tag: '@looks',
}, async ({ page, signedIn, server, axe }) => {
  const api = apiOf(page, await signedIn('sa'))
  for (const { _id } of await api.get<Stored[]>('/api/keys'))
    expect((await api.ask('DELETE', `/api/keys/${_id}`)).ok()).toBe(true)
  await asksToConfirm(page, '**/api/keys')
  await page.goto('/main')
  await page.getByRole('button', { name: 'Configuración' }).click()
  await page.getByRole('menuitem', { name: 'Claves de API' }).click()
  await expect(page.getByText('Todavía no hay claves de API.')).toBeVisible()
  await expect(page.getByText('curl -H "Authorization: Bearer ck_…"')).toBeVisible()
  await axe()

  await page.getByRole('button', { name: 'Crear clave' }).last().click()
  const form = page.getByRole('dialog', { name: 'Crear clave de API' })
  await form.getByRole('button', { name: 'Crear clave' }).click()
  await expectMessage(field(form, 'Nombre'), 'Debe especificar el nombre de la clave')
  await expect(form.getByText('Elija al menos un permiso.')).toBeVisible()
  await field(form, 'Nombre').fill('Tienda en línea')
  await choose(form, 'Vence en', '30 días')
  await form.getByRole('searchbox', { name: 'Buscar rutas' }).fill('claves')
  await expect(form.getByText('Ninguna ruta coincide con la búsqueda.')).toBeVisible()
  await form.getByRole('searchbox', { name: 'Buscar rutas' }).fill('usuarios')
  await form.getByRole('checkbox', { name: 'Registrar: Usuarios', exact: true }).check()
  await expect(form.getByRole('checkbox', { name: 'Usuarios', exact: true })).toBeChecked()
  await axe()
  await form.getByRole('button', { name: 'Crear clave' }).click()
  await confirmation(page).getByRole('textbox', { name: 'Contraseña' }).fill('cartelera')
  await page.keyboard.press('Enter')

  const shown = page.getByRole('dialog', { name: 'Clave Tienda en línea' })
  await expect(shown).toContainText('no se volverá a mostrar')
  const key = (await shown.getByTestId('secret').textContent()) ?? ''
  expect(key).toMatch(/^ck_[\w-]{43}$/)
  await axe()
  await shown.getByRole('button', { name: 'Ya la copié' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Tienda en línea' })
  await expect(row).toContainText('Nunca')
  await expect(page.getByText(key)).toHaveCount(0)

  const ask = (path: string) =>
    fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${key}` } }).then(
      ({ status }) => status,
    )
  expect(await ask('/api/users')).toBe(200)
  expect(await ask('/api/movies')).toBe(403)
  await page.reload()
  await expect(row).not.toContainText('Nunca')
  await row.getByRole('button', { name: 'Permisos: Tienda en línea' }).click()
  await expect(page.getByRole('dialog', { name: 'Permisos de Tienda en línea' })).toContainText(
    'Ver, Registrar',
  )
  await axe()
  await page.keyboard.press('Escape')

  await page.goto('/audit?view=access&filter={"q":"tienda"}')
  await expect(page.getByRole('row').filter({ hasText: 'Acceso denegado' })).toContainText(
    'sa, por la clave «Tienda en línea»',
  )

  await page.goto('/keys')
  await row.getByRole('button', { name: 'Revocar: Tienda en línea' }).click()
  const question = page.getByRole('dialog', { name: '¿Revocar la clave Tienda en línea?' })
  await expect(question).toContainText('deja de funcionar al momento')
  await axe()
  await question.getByRole('button', { name: 'Revocar' }).click()
  await expectNotification(page, 'La clave fue revocada.')
  await expect(row).toHaveCount(0)
  expect(await ask('/api/users')).toBe(401)
})

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true })

  test('keys are shown as cards, and a key is created with permissions of its creator', {
    tag: '@looks',
  }, async ({ page, signedIn, axe }) => {
    await signedIn('admin')
    await page.goto('/keys')
    await page.getByRole('button', { name: 'Crear clave' }).last().tap()
    const form = page.getByRole('dialog', { name: 'Crear clave de API' })
    await field(form, 'Nombre').fill('Reporte nocturno')
    await form.getByRole('button', { name: /^Administración/ }).tap()
    await form.getByRole('checkbox', { name: 'Historial de créditos', exact: true }).check()
    await axe()
    await form.getByRole('button', { name: 'Crear clave' }).tap()
    const shown = page.getByRole('dialog', { name: 'Clave Reporte nocturno' })
    await axe()
    await shown.getByRole('button', { name: 'Ya la copié' }).tap()
    const card = page.getByRole('row').filter({ hasText: 'Reporte nocturno' })
    await expect(card).toContainText('1 ruta')
    await axe()
  })
})

const KEYS = { path: '/keys', heading: 'Claves de API' }

const SCREENS: Screen[] = [
  { what: 'keys', ...KEYS },
  { what: 'keys without matches', ...KEYS, path: '/keys?filter={"q":"nada se llama así"}' },
  {
    what: 'a new key',
    ...KEYS,
    prepare: (page) => page.getByRole('button', { name: 'Crear clave' }).last().click(),
  },
]

for (const { what, tag, states } of looksAt(SCREENS))
  inspected(what, { tag }, ({ inspect }) => inspect(states, 'admin'))
