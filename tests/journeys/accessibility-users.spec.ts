import type { Page } from '@playwright/test'
import { expect } from '../support/browser.ts'
import type { Api, Stored } from './support/api.ts'
import { looksAt, type Screen, test } from './support/inspected.ts'
import { takeTool } from './support/screen.ts'

const LIST = { path: '/admin?perPage=10', heading: 'CONSULTA DE USUARIOS' }
const EDIT = { heading: 'Editar usuario' }

const rows = (page: Page) => page.locator('tbody').getByRole('row')
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Path of the form of an app user with a device, or without. */
const userWith = (device: boolean) => async (api: Api) => {
  const users: Stored[] = await api.get('/api/users?limit=100&sort=dateCreate&order=asc')
  const found = users.find((user) => user.role === 'app' && (user.device !== null) === device)
  return `/modify/${found?._id}`
}

const withDevice = userWith(true)
const withoutDevice = userWith(false)

const ask = async (page: Page, button: string, question: string | RegExp) => {
  await press(page, button)
  await expect(page.getByRole('dialog', { name: question })).toBeVisible()
}

const LISTS: Screen[] = [
  { what: 'the users', ...LIST, prepare: (page) => expect(rows(page)).toHaveCount(10) },
  {
    what: 'the confirmation before a user is deactivated',
    ...LIST,
    prepare: async (page) => {
      await page
        .getByRole('switch', { name: /^Activo: /, checked: true, disabled: false })
        .first()
        .click()
      await expect(
        page.getByRole('dialog', { name: /^¿Seguro que desea desactivar el usuario / }),
      ).toBeVisible()
    },
  },
  {
    what: 'the confirmation of Remover Demo',
    ...LIST,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Remover Demo' }).click()
      await expect(page.getByText(/vencidos?\.$/)).toBeVisible()
    },
  },
  {
    what: 'a range of days',
    ...LIST,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Vence Todas' }).click()
      await page.getByRole('textbox', { name: 'Desde' }).fill('04/03/2026')
      await page.getByRole('textbox', { name: 'Hasta' }).fill('01/02/2026')
      await press(page, 'Aplicar')
      await expect(page.getByText('La fecha inicial es posterior a la final.')).toBeVisible()
    },
  },
]

const DESKTOP: Screen[] = [
  {
    what: 'the choice of columns',
    ...LIST,
    prepare: async (page) => {
      await takeTool(page, 'Columnas')
      await expect(page.getByRole('dialog', { name: 'Columnas visibles' })).toBeVisible()
    },
  },
  {
    what: 'the calendar of a range of days',
    ...LIST,
    // Another path forces a reload: after the touch emulation the page would still show the mobile calendar.
    path: '/admin?page=1&perPage=10',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Vence Todas' }).click()
      await page.getByRole('textbox', { name: 'Desde' }).fill('04/03/2026')
      await page
        .getByRole('dialog', { name: 'Vence' })
        .getByRole('button', { name: /Elige fecha/ })
        .first()
        .click()
      await expect(page.getByRole('grid')).toBeVisible()
    },
  },
  {
    what: 'users without matches',
    ...LIST,
    path: '/admin?filter={"q":"nadie se llama así"}',
    prepare: (page) => expect(page.getByText('Ningún registro coincide con la búsqueda.')).toBeVisible(),
  },
]

const BROKEN: Screen[] = [
  { what: 'a list of users that fails to load', ...LIST },
  { what: 'a user that fails to load', ...EDIT, path: withoutDevice },
]

const FORMS: Screen[] = [
  { what: 'a new user', path: '/signup', heading: 'Crear usuario' },
  {
    what: 'a new user with a profile that no longer exists',
    path: '/signup?profile=Nadie',
    heading: 'Crear usuario',
    prepare: (page) => expect(page.getByText(/^El perfil Nadie no está/)).toBeVisible(),
  },
  {
    what: 'a new user with every mistake',
    path: '/signup',
    heading: 'Crear usuario',
    prepare: async (page) => {
      await page.getByRole('textbox', { name: 'Correo electrónico' }).fill('correo')
      await page.getByRole('textbox', { name: 'Teléfono' }).fill('abc')
      await page.getByRole('textbox', { name: 'Celular' }).fill('abc')
      await press(page, 'Continuar')
      await expect(page.getByTestId('form-message')).toHaveText('Hay 7 campos por corregir.')
    },
  },
  {
    what: 'a user',
    ...EDIT,
    path: withDevice,
    prepare: (page) => expect(page.getByRole('button', { name: 'Actualizar' })).toBeVisible(),
  },
  {
    what: 'the device of a user',
    ...EDIT,
    path: withDevice,
    prepare: async (page) => {
      await ask(page, 'Dispositivo', 'Dispositivo')
      await expect(page.getByRole('button', { name: 'Desvincular' })).toBeVisible()
    },
  },
  {
    what: 'the confirmation before a device is unlinked',
    ...EDIT,
    path: withDevice,
    prepare: async (page) => {
      await ask(page, 'Dispositivo', 'Dispositivo')
      await ask(page, 'Desvincular', /^¿Seguro que desea desvincular el dispositivo de /)
    },
  },
  {
    what: 'a user without a device',
    ...EDIT,
    path: withoutDevice,
    prepare: async (page) => {
      await ask(page, 'Dispositivo', 'Dispositivo')
      await expect(page.getByText('Sin dispositivo vinculado')).toBeVisible()
    },
  },
  {
    what: 'the confirmation before a user is deleted',
    ...EDIT,
    path: withoutDevice,
    prepare: (page) => ask(page, 'Eliminar', /^Seguro de eliminar /),
  },
  { what: 'a user that does not exist', ...EDIT, path: '/modify/00000000-0000-7000-8000-000000000000' },
]

for (const { what, tag, states } of looksAt([...LISTS, ...DESKTOP, ...FORMS]))
  test(what, { tag }, ({ inspect }) => inspect(states, 'admin'))

for (const screen of BROKEN) {
  test(`passes the screen checks: ${screen.what}`, { tag: '@all' }, async ({ page, inspect }) => {
    const read = screen.path === LIST.path ? '**/api/users/short*' : '**/api/users/*-*'
    await page.route(read, (route) =>
      route.fulfill({ status: 500, json: { message: 'Ocurrió un error en el servidor.', requestId: 'r-1' } }),
    )
    const fail = () => expect(page.getByText('Ocurrió un error en el servidor.')).toBeVisible()
    await inspect({ ...screen, prepare: fail, tolerates: /status of 500/ }, 'admin')
  })
}

test('passes the screen checks: a read-only user', { tag: '@all' }, ({ inspect }) =>
  inspect(
    {
      what: 'a superior',
      ...EDIT,
      path: async (api) => `/modify/${(await api.find('/api/users', 'fullName', 'Superadministrador'))._id}`,
    },
    'admin',
  ),
)

test('passes the screen checks: the users of an agent', { tag: '@all' }, ({ inspect }) =>
  inspect(
    {
      what: 'the users of an agent, with the balance',
      ...LIST,
      prepare: (page) => expect(page.getByTestId('balance')).toBeVisible(),
    },
    'agente',
  ),
)
