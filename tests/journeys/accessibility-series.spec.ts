import { expect } from '../support/browser.ts'
import { linkOf } from '../support/films.ts'
import type { Api } from './support/api.ts'
import { looksAt, type Screen, test } from './support/inspected.ts'
import { field } from './support/screen.ts'
import { episodesOf, storeSeries } from './support/series.ts'

const EPISODES = [
  { title: 'El maestro', runtime: 25, released: '1971-07-18' },
  { title: 'La escuela', episode: 2, content: [linkOf({ isLinkReserved: true })] },
]

const stored = (api: Api) => storeSeries(api, 'Crónica de un pueblo', EPISODES)

const LIST: Screen = {
  what: 'the series',
  path: async (api) => {
    await stored(api)
    return '/serie?perPage=10'
  },
  heading: 'Series',
  prepare: (page) => expect(page.getByRole('link', { name: /episodios de Crónica/ }).first()).toBeVisible(),
}
const NEW = { path: '/seriecrate', heading: 'Nueva serie' }
const EDIT = { path: async (api: Api) => `/serie/${(await stored(api))._id}`, heading: 'Serie' }
const EPISODE_LIST = {
  path: async (api: Api) => `/episodeMain/${(await stored(api))._id}`,
  heading: 'Episodios',
}
const NEW_EPISODE = {
  path: async (api: Api) => `/episode/${(await stored(api))._id}/-1`,
  heading: 'Nuevo episodio',
}

const SCREENS: Screen[] = [
  {
    what: 'a series, and a season that cannot be removed',
    ...EDIT,
    prepare: async (page) => {
      await expect(page.getByText('2 episodios', { exact: true })).toBeVisible()
      await page.getByRole('button', { name: 'Eliminar Temporada 1' }).click()
      await expect(page.getByText(/^No puede eliminar la temporada 1/)).toBeVisible()
    },
  },
  {
    what: 'a season with mistakes',
    ...EDIT,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Agregar temporada' }).click()
      const dialog = page.getByRole('dialog', { name: 'Agregar temporada' })
      await field(dialog, 'Número').fill('')
      await field(dialog, 'Descripción').fill('')
      await dialog.getByRole('button', { name: 'Guardar' }).click()
      await expect(field(dialog, 'Número')).toBeFocused()
    },
  },
  {
    what: 'the confirmation before a series is deleted',
    ...EDIT,
    prepare: async (page) => {
      await expect(page.getByText('2 episodios', { exact: true })).toBeVisible()
      await page.getByRole('button', { name: 'Eliminar', exact: true }).click()
      await expect(page.getByText('También se eliminan sus 2 episodios.')).toBeVisible()
    },
  },
  LIST,
  {
    what: 'a new series',
    ...NEW,
    prepare: (page) => expect(field(page, 'Fecha de estreno')).toBeVisible(),
  },
  {
    what: 'a series with every mistake',
    ...NEW,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Registrar' }).click()
      await expect(page.getByTestId('form-message')).toHaveText('Hay 9 campos por corregir.')
    },
  },
  {
    what: 'the episodes of a series',
    ...EPISODE_LIST,
    prepare: (page) => expect(page.getByRole('link', { name: 'La escuela' })).toBeVisible(),
  },
  {
    what: 'a series without episodes',
    path: async (api) => `/episodeMain/${(await storeSeries(api, 'Sin episodios'))._id}`,
    heading: 'Episodios',
    prepare: (page) => expect(page.getByText('Todavía no hay episodios.')).toBeVisible(),
  },
  {
    what: 'the confirmation before an episode is deleted',
    ...EPISODE_LIST,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Eliminar La escuela' }).click()
      await expect(page.getByRole('dialog', { name: 'Seguro de eliminar La escuela' })).toBeVisible()
    },
  },
  {
    what: 'a new episode with every mistake',
    ...NEW_EPISODE,
    prepare: async (page) => {
      await field(page, 'Episodio').fill('')
      await page.getByRole('button', { name: 'Registrar' }).click()
      await expect(page.getByTestId('form-message')).toContainText('Hay 3 campos por corregir.')
    },
  },
  {
    what: 'an episode',
    heading: 'Episodio',
    path: async (api) => {
      const serie = await stored(api)
      const [first] = await api.get<{ _id: string }[]>(episodesOf(serie))
      return `/episode/${serie._id}/${first?._id}`
    },
    prepare: (page) => expect(page.getByRole('link', { name: /^Episodio siguiente/ })).toBeVisible(),
  },
]

for (const { what, tag, states } of looksAt(SCREENS))
  test(what, { tag }, ({ inspect }) => inspect(states, 'admin'))
