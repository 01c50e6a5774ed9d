import { expect } from '../support/browser.ts'
import { asksToConfirm, openConfirmation } from './support/confirmation.ts'
import { looksAt, PHONE, type Screen, test } from './support/inspected.ts'
import { expectMessage, signInByForm } from './support/screen.ts'

const PUBLIC: Screen[] = [
  { what: 'the home page', path: '/', heading: 'Cartelera' },
  {
    what: 'the sign-in with the logins of the demo',
    path: '/login',
    heading: 'Iniciar sesión',
    prepare: async (page) => {
      await expect(page.getByRole('button', { name: /^Soporte:/ })).toBeVisible()
      await page.getByRole('button', { name: 'Mostrar contraseña' }).click()
    },
  },
  {
    what: 'the sign-in with empty fields',
    path: '/login',
    heading: 'Iniciar sesión',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Entrar' }).click()
      await expect(page.getByRole('alert')).not.toBeEmpty()
    },
  },
  {
    what: 'a failed sign-in',
    path: '/login',
    heading: 'Iniciar sesión',
    prepare: async (page) => {
      await signInByForm(page, 'nadie')
      await expect(page.getByRole('alert')).not.toBeEmpty()
    },
  },
  {
    what: 'the sign-in after a session that ended',
    path: '/admin',
    heading: 'Iniciar sesión',
  },
]

const REFUSED = [{ _id: 'film', message: 'No existe la categoría.' }]
const JOB = {
  _id: 'running',
  resource: 'movies',
  action: 'update',
  undoes: null,
  undoneDate: null,
  changes: { status: false },
  name: '',
  state: 'running',
  message: '',
  date: '2026-03-01T12:00:00.000Z',
  done: 500,
  total: 2395,
  changed: 499,
  refusedCount: 1,
  canUndo: false,
}
const JOBS = [
  JOB,
  { ...JOB, _id: 'done', state: 'done', done: 2395, changed: 2394, canUndo: true },
  {
    ...JOB,
    _id: 'undo',
    resource: 'users',
    action: 'undo',
    undoes: 'import',
    undoneDate: JOB.date,
    state: 'done',
  },
]

const OWN: Screen[] = [
  { what: 'the change of password', path: '/settings', heading: 'Cambio de contraseña' },
  {
    what: 'the change of password with empty fields',
    path: '/settings',
    heading: 'Cambio de contraseña',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Guardar' }).click()
      await expect(page.getByLabel('Contraseña actual')).toHaveAttribute('aria-invalid', 'true')
    },
  },
  { what: 'the security of the account', path: '/security', heading: 'Seguridad de la cuenta' },
  { what: 'the home page of a signed-in user', path: '/main', heading: 'Cartelera', title: 'Inicio' },
  {
    what: 'the user menu',
    path: '/main',
    heading: 'Cartelera',
    title: 'Inicio',
    prepare: async (page) => {
      await page.getByRole('button', { name: /^Menú del usuario/ }).click()
      await expect(page.getByRole('menuitem', { name: 'Salir' })).toBeVisible()
    },
  },
  {
    what: 'the user’s jobs',
    path: '/main',
    heading: 'Cartelera',
    title: 'Inicio',
    prepare: async (page) => {
      await page.route('**/api/batches?*', (route) => route.fulfill({ json: JOBS }))
      await page.route('**/api/batches/running', (route) =>
        route.fulfill({ json: { ...JOB, refused: REFUSED } }),
      )
      await page.getByRole('button', { name: /^Menú del usuario/ }).click()
      await page.getByRole('menuitem', { name: 'Mis tareas' }).click()
      const dialog = page.getByRole('dialog', { name: 'Mis tareas' })
      await dialog.getByRole('button', { name: 'Ver rechazados' }).first().click()
      await expect(dialog.getByText('No existe la categoría.')).toBeVisible()
    },
  },
]

const CONFIRMATION: Screen[] = [
  {
    what: 'the confirmation with the password',
    path: '/admin',
    heading: 'CONSULTA DE USUARIOS',
    tolerates: /403/,
    prepare: async (page) => {
      await asksToConfirm(page, '**/api/users/demo')
      await openConfirmation(page)
    },
  },
  {
    what: 'the confirmation without a password',
    path: '/admin',
    heading: 'CONSULTA DE USUARIOS',
    tolerates: /403/,
    prepare: async (page) => {
      await asksToConfirm(page, '**/api/users/demo')
      const dialog = await openConfirmation(page)
      await dialog.getByRole('button', { name: 'Confirmar' }).click()
      await expectMessage(dialog.getByRole('textbox', { name: 'Contraseña' }), 'Debe digitar la contraseña')
    },
  },
]

const MENU: Screen = {
  what: 'an open menu of the navbar',
  path: '/main',
  heading: 'Cartelera',
  title: 'Inicio',
  prepare: async (page) => {
    await page.getByRole('button', { name: 'Contenidos' }).click()
    await expect(page.getByRole('menuitem', { name: 'Películas' })).toBeVisible()
  },
}

const DEMO: Screen[] = [
  {
    what: 'the tag of the demo',
    path: '/main',
    heading: 'Cartelera',
    title: 'Inicio',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Demostración' }).click()
      await expect(page.getByRole('menuitem', { name: 'Empezar de nuevo' })).toBeVisible()
    },
  },
  {
    what: 'the question whether to start the demo over',
    path: '/main',
    heading: 'Cartelera',
    title: 'Inicio',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Demostración' }).click()
      await page.getByRole('menuitem', { name: 'Empezar de nuevo' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
]

const DRAWER: Screen = {
  what: 'the drawer with the menus',
  path: '/main',
  heading: 'Cartelera',
  title: 'Inicio',
  prepare: async (page) => {
    await page.getByRole('button', { name: 'Abrir el menú' }).click()
    await expect(page.getByRole('link', { name: 'Películas' })).toBeVisible()
  },
}

for (const { what, tag, states } of looksAt(PUBLIC))
  test(what, { tag }, ({ inspect }) => inspect(states, null))
for (const { what, tag, states } of looksAt([...OWN, MENU, ...CONFIRMATION]))
  test(what, { tag }, ({ inspect }) => inspect(states, 'admin'))
for (const { what, tag, states } of looksAt(DEMO)) test(what, { tag }, ({ inspect }) => inspect(states, 'sa'))

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true })
  test(`passes the screen checks: ${DRAWER.what}`, { tag: '@looks' }, ({ inspect }) =>
    inspect(DRAWER, 'admin'),
  )
})
