import { screen } from '@testing-library/react'
import userEvents, { PointerEventsCheckLevel } from '@testing-library/user-event'
import { Admin, Resource } from 'react-admin'
import { afterEach, beforeEach, vi } from 'vitest'
import { ApiError, storeToken } from '../../src/admin/api/http.ts'
import { adminProps } from '../../src/admin/app/layout/admin-props.tsx'
import * as categories from '../../src/admin/features/contents/categories.tsx'
import * as movies from '../../src/admin/features/contents/movies.tsx'
import { allGrants, buildGrants, type Flag } from '../../src/domain/access/permissions.ts'
import type { Resources } from '../../src/domain/api.ts'
import { categoryEntity } from '../../src/domain/contents/category.ts'
import { linkOutput } from '../../src/domain/contents/film-fields.ts'
import { movieEntity } from '../../src/domain/contents/movie.ts'
import type { SettingsRecord } from '../../src/domain/settings/endpoints.ts'
import { answerOf, meOf, settingsOf } from './answers.ts'
import { fakeApi } from './fake-api.ts'
import { fakeMedia, openPage } from './pages.tsx'

type Category = Resources['categories']['record']
type Movie = Resources['movies']['record']

export const category = (fields: Partial<Category> = {}): Category =>
  answerOf(categoryEntity.schemas.record, {
    _id: 'c1',
    name: 'Estrenos',
    descriptionEnglish: 'New releases',
    type: 'PELICULA',
    status: true,
    dateUpdate: '2026-02-03T12:00:00.000Z',
    ...fields,
  })

export const movie = (fields: Partial<Movie> = {}): Movie => ({
  _id: 'm1',
  title: 'La isla mínima',
  year: 2014,
  released: '2014-09-26',
  runtime: 105,
  rated: 'R',
  rating: 7.2,
  genres: ['Crimen', 'Suspenso'],
  synopsis: 'Dos policías buscan a dos hermanas.',
  synopsisEng: 'Two policemen look for two sisters.',
  imdbId: 'tt3253930',
  covertImage: '/pictures/cover/isla.svg',
  fullImage: '/pictures/background/isla.svg',
  trailer: 'https://videos.example/isla.mp4',
  trailerProvider: 'O',
  actors: 'Javier Gutiérrez, Raúl Arévalo',
  categories: [],
  mailOrigin: '',
  reference: '',
  hasOscar: false,
  isPremiere: false,
  isDominican: false,
  isYoutube: false,
  onlyEnglish: false,
  monoAudio: false,
  children: false,
  hasLinkReserved: false,
  status: true,
  datePublish: null,
  dateUnpublish: null,
  publicationBlocked: null,
  view: 1204,
  content: [
    answerOf(linkOutput, {
      link: 'https://cdn.cartelera.example/isla/hd.m3u8',
      audio: ['ESP'],
      status: true,
    }),
  ],
  userCreate: 'editora',
  userUpdate: 'editora',
  dateCreate: '2026-01-01T12:00:00.000Z',
  dateUpdate: '2026-02-03T12:00:00.000Z',
  ...fields,
})

/** A profile that opens the screens of contents with these flags. */
export const holding = (...flags: Flag[]) =>
  buildGrants(
    Object.fromEntries(
      ['category', 'movie'].flatMap((name) =>
        ['list', 'create', 'edit'].map((view) => [`${name}-${view}`, flags]),
      ),
    ),
  )

interface Scene {
  routeAccess?: ReturnType<typeof allGrants>
  categories?: readonly Category[]
  movies?: readonly Movie[]
  total?: number
  settings?: Partial<SettingsRecord>
  answers?: Parameters<typeof fakeApi>[0]
}

/** Fakes the API of the screens of contents; returns the requests. */
export const sceneOf = (scene: Scene = {}) => {
  const { routeAccess = allGrants(), categories = [category()], movies = [movie()], answers } = scene
  return fakeApi({
    'GET /api/users/me': { body: meOf({ name: 'editora', fullName: 'Editora', routeAccess }) },
    'GET /api/settings': { body: settingsOf(scene.settings) },
    'GET /api/categories': { body: categories },
    'GET /api/categories/size': { body: { count: scene.total ?? categories.length } },
    'GET /api/categories/c1': { body: categories[0] },
    'GET /api/movies/short': {
      body: movies.map((each) => movieEntity.schemas.row.parse({ linkState: null, ...each })),
    },
    'GET /api/movies/size': { body: { count: scene.total ?? movies.length } },
    'GET /api/movies/m1': { body: movies[0] },
    'GET /api/links': { body: [] },
    ...answers,
  })
}

export const openContents = (address: string) =>
  openPage(
    {
      '/login': <p>entrada</p>,
      '*': (
        <Admin {...adminProps}>
          <Resource name="movies" {...movies} />
          <Resource name="categories" {...categories} />
        </Admin>
      ),
    },
    address,
  )

/** Skips the pointer-events check, which is slow in jsdom; browser tests cover it. */
export const userEvent = userEvents.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never, delay: null })

// Computing hidden elements takes most of the time of such a test.
const ANYWHERE = { hidden: true }

export const field = (label: string) => screen.findByLabelText(label, { selector: 'input, textarea' })

/** Clicks a button once it is rendered. */
export const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name, ...ANYWHERE }))

/** Opens the menu of a list's tools and chooses an item. */
export const takeTool = async (name: string) => {
  await press('Más')
  await userEvent.click(screen.getByRole('menuitem', { name, ...ANYWHERE }))
}

export const choose = async (select: string | RegExp, option: string) => {
  await userEvent.click(await screen.findByRole('combobox', { name: select, ...ANYWHERE }))
  await userEvent.click(await screen.findByRole('option', { name: option, ...ANYWHERE }))
}

let isRefusalExpected = false

/** For tests with error responses: react-admin logs each one on the console outside of production. */
export const allowReports = (): void => {
  isRefusalExpected = true
  vi.mocked(console.error).mockImplementation(() => undefined)
}

const forgetRefusals = (): void => {
  if (!isRefusalExpected) return
  isRefusalExpected = false
  const others = vi.mocked(console.error).mock.calls.filter(([error]) => !(error instanceof ApiError))
  vi.mocked(console.error).mockClear()
  for (const report of others) console.error(...report)
}

/** Signs in before each test and cleans up afterwards. */
export const withContentScreens = (): void => {
  beforeEach(() => {
    window.localStorage.clear()
    window.sessionStorage.clear()
    // Simulates a mouse, so that dates can be typed.
    fakeMedia((query) => query.includes('pointer: fine'))
    window.scrollTo = () => undefined
    storeToken('t')
  })
  afterEach(forgetRefusals)
}
