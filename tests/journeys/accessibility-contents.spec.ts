import type { Page } from '@playwright/test'
import { expect } from '../support/browser.ts'
import type { Api } from './support/api.ts'
import { openLinkDialog } from './support/film.ts'
import { looksAt, PHONE, type Screen, test } from './support/inspected.ts'
import { field } from './support/screen.ts'

const LIST = { path: '/movie?perPage=10', heading: 'Películas' }
const NEW = { path: '/moviecrate', heading: 'Nueva película' }
const EDIT = {
  path: async (api: Api) => `/movie/${(await api.find('/api/movies', 'title', 'Casablanca'))._id}`,
  heading: 'Película',
}
const CATEGORIES = { path: '/categories?perPage=10', heading: 'Categorías' }
const CATEGORY = { path: '/category', heading: 'Nueva categoría' }

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()
const mistakes = (page: Page, count: number) =>
  expect(page.getByTestId('form-message')).toHaveText(`Hay ${count} campos por corregir.`)
const question = (page: Page, name: string | RegExp) =>
  expect(page.getByRole('dialog', { name })).toBeVisible()

const LISTS: Screen[] = [
  {
    what: 'the categories',
    ...CATEGORIES,
    prepare: (page) => expect(page.getByRole('row').getByRole('link')).toHaveCount(10),
  },
  {
    what: 'the films',
    ...LIST,
    prepare: (page) => expect(page.getByRole('row').getByRole('link')).toHaveCount(10),
  },
  {
    what: 'films without matches',
    ...LIST,
    path: '/movie?filter={"q":"ninguna se llama así"}',
    prepare: (page) => expect(page.getByText('Ningún registro coincide con la búsqueda.')).toBeVisible(),
  },
]

const IMAGE: Screen = {
  what: 'a cover in its dialog',
  ...LIST,
  path: '/movie?filter={"q":"casablanca"}',
  prepare: async (page) => {
    await press(page, 'Ver imagen: Casablanca')
    await question(page, 'Casablanca')
  },
}

const NEW_ONES: Screen[] = [
  { what: 'a new category', ...CATEGORY },
  {
    what: 'a category with every mistake',
    ...CATEGORY,
    prepare: async (page) => {
      await press(page, 'Registrar')
      await mistakes(page, 3)
    },
  },
  {
    what: 'a category',
    heading: 'Categoría',
    path: async (api) => `/category/${(await api.find('/api/categories', 'name', 'Biografías'))._id}`,
    prepare: (page) => expect(field(page, 'Descripción')).toHaveValue('Biografías'),
  },
  {
    what: 'a new film',
    ...NEW,
    prepare: (page) => expect(field(page, 'Fecha de estreno')).toBeVisible(),
  },
  {
    what: 'a film with every mistake',
    ...NEW,
    prepare: async (page) => {
      await press(page, 'Registrar')
      await mistakes(page, 10)
    },
  },
  {
    what: 'the film look-up without a search text',
    ...NEW,
    prepare: async (page) => {
      await press(page, 'Buscar en la base de películas')
      const dialog = page.getByRole('dialog', { name: 'Buscar en la base de películas' })
      await dialog.getByRole('button', { name: 'Buscar', exact: true }).click()
      await expect(field(dialog, 'Título')).toHaveAttribute('aria-invalid', 'true')
    },
  },
  {
    what: 'the confirmation before a film is left',
    ...NEW,
    prepare: async (page) => {
      await field(page, 'Título').fill('A medias')
      await press(page, 'Atras')
      await question(page, 'Tiene cambios sin guardar')
    },
  },
]

const FILM: Screen[] = [
  {
    what: 'a film',
    ...EDIT,
    prepare: (page) => expect(field(page, 'Fecha de Creación')).toBeVisible(),
  },
  {
    what: 'the link dialog with every mistake',
    ...EDIT,
    prepare: async (page) => {
      const dialog = await openLinkDialog(page)
      await dialog.getByRole('button', { name: 'Guardar' }).click()
      await expect(field(dialog, 'Enlace')).toHaveAttribute('aria-invalid', 'true')
    },
  },
  {
    what: 'a link that is edited',
    ...EDIT,
    prepare: async (page) => {
      await press(page, /^Editar /)
      await question(page, 'Editar enlace')
    },
  },
  {
    what: 'the confirmation before a link is deleted',
    ...EDIT,
    prepare: async (page) => {
      await press(page, /^Eliminar .*\//)
      await question(page, /^Seguro de eliminar /)
    },
  },
  {
    what: 'the confirmation before a film is deleted',
    ...EDIT,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Eliminar', exact: true }).click()
      await question(page, 'Seguro de eliminar Casablanca')
    },
  },
  {
    what: 'a film found by the look-up',
    ...EDIT,
    prepare: async (page) => {
      const found = {
        title: 'Casablanca',
        year: 1942,
        runtime: 103,
        actors: 'Humphrey Bogart',
        imdbId: 'tt0034583',
      }
      await page.route('**/api/lookups/film*', (route) => route.fulfill({ json: found }))
      await press(page, 'Buscar en la base de películas')
      await page.getByRole('dialog').getByRole('button', { name: 'Buscar', exact: true }).click()
      await expect(page.getByRole('button', { name: 'Usar estos datos' })).toBeVisible()
    },
  },
  {
    what: 'a trailer that does not play',
    ...EDIT,
    tolerates: /net::ERR_/,
    prepare: async (page) => {
      await page.route('**/demo/media/**', (route) => route.abort())
      await press(page, 'Ver trailer')
      await expect(page.getByText('El navegador no puede reproducir esta dirección.')).toBeVisible()
    },
  },
]

for (const { what, tag, states } of looksAt([...LISTS, IMAGE, ...NEW_ONES, ...FILM]))
  test(what, { tag }, ({ inspect }) => inspect(states, 'admin'))

test('passes the screen checks: a list of films that fails to load', { tag: '@all' }, async ({
  page,
  inspect,
}) => {
  await page.route('**/api/movies/short*', (route) =>
    route.fulfill({ status: 500, json: { message: 'Ocurrió un error en el servidor.', requestId: 'r-1' } }),
  )
  const prepare = () => expect(page.getByText('Ocurrió un error en el servidor.')).toBeVisible()
  await inspect({ what: 'unreadable films', ...LIST, prepare, tolerates: /status of 500/ }, 'admin')
})

/** On touch devices the calendar is a full-screen dialog. */
const CALENDAR: Screen = {
  what: 'the calendar of a date',
  ...NEW,
  prepare: async (page) => {
    await press(page, /^Elige fecha/)
    await expect(page.getByRole('dialog', { name: 'Calendario' }).first()).toBeVisible()
    await expect(page.getByRole('grid')).toBeVisible()
  },
}

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true })
  test(`passes the screen checks: ${CALENDAR.what}`, { tag: '@all' }, ({ inspect }) =>
    inspect(CALENDAR, 'admin'),
  )
})
