import type { Page } from '@playwright/test'
import { expect } from '../support/browser.ts'
import { expectNotification } from '../support/notifications.ts'
import type { Api } from './support/api.ts'
import { looksAt, type Screen, test } from './support/inspected.ts'
import { field } from './support/screen.ts'

const PROFILES = { path: '/profile', heading: 'Perfiles' }
const EDITOR = { heading: 'Permisos del perfil' }

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

const permissionsOf =
  (name: string, query = '') =>
  async (api: Api) =>
    `/permission/${(await api.find('/api/profiles', 'name', name))._id}${query}`

const SCREENS: Screen[] = [
  {
    what: 'the profiles',
    ...PROFILES,
    prepare: (page) => expect(page.getByRole('link', { name: /^Permisos: / }).first()).toBeVisible(),
  },
  {
    what: 'a profile without a name',
    ...PROFILES,
    prepare: async (page) => {
      await press(page, 'Registrar')
      await expect(field(page, 'Nombre del perfil')).toHaveAccessibleDescription(
        'Debe especificar el nombre del perfil',
      )
    },
  },
  {
    what: 'a profile from a template',
    ...PROFILES,
    prepare: async (page) => {
      await page.getByRole('radio', { name: 'Catálogo' }).check()
      await expect(page.getByText(/^Crea, modifica y elimina contenidos/)).toBeVisible()
    },
  },
  {
    what: 'the confirmation before a profile is deleted',
    ...PROFILES,
    prepare: async (page) => {
      await press(page, 'Eliminar Soporte')
      await expect(page.getByRole('dialog', { name: 'Seguro de eliminar Soporte' })).toBeVisible()
    },
  },
  {
    what: 'profiles without matches',
    ...PROFILES,
    path: '/profile?filter={"q":"nada se llama así"}',
    prepare: (page) => expect(page.getByText('Ningún registro coincide con la búsqueda.')).toBeVisible(),
  },
  {
    what: 'the permissions of a profile',
    ...EDITOR,
    path: permissionsOf('Soporte'),
    prepare: (page) => expect(page.getByRole('checkbox', { name: 'Seleccionar todo' })).toBeVisible(),
  },
  {
    what: 'the next steps after saving a profile',
    ...EDITOR,
    path: permissionsOf('Consulta'),
    prepare: async (page) => {
      await page.getByRole('switch', { name: 'Exige segundo factor' }).check()
      await press(page, 'Registrar')
      await expectNotification(page, 'Los datos fueron guardados.')
      await expect(page.getByRole('link', { name: 'Crear usuario con este perfil' })).toBeEnabled()
    },
  },
  {
    what: 'permissions without matches',
    ...EDITOR,
    path: permissionsOf('Soporte', '?q=nada'),
    prepare: (page) => expect(page.getByText('Ninguna ruta coincide con la búsqueda.')).toBeVisible(),
  },
  {
    what: 'the read-only permissions of a profile',
    ...EDITOR,
    path: permissionsOf('sa', '?q=usuario'),
    prepare: (page) => expect(page.getByText('Solo sa puede modificar el perfil sa.')).toBeVisible(),
  },
  {
    what: 'the preview of a profile',
    ...EDITOR,
    path: permissionsOf('Soporte', '?q=errores'),
    prepare: async (page) => {
      await press(page, 'Ver como este perfil')
      await expect(page.getByRole('dialog', { name: 'Ver como Soporte' })).toBeVisible()
    },
  },
]

for (const { what, tag, states } of looksAt(SCREENS))
  test(what, { tag }, ({ inspect }) => inspect(states, 'admin'))
