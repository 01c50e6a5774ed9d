import { Resource } from 'ra-core'
import { Shell } from '../../../../src/admin/app/layout/Shell.tsx'
import * as episodes from '../../../../src/admin/features/contents/episodes.tsx'
import * as series from '../../../../src/admin/features/contents/series.tsx'
import { openPage } from '../../../support/pages.tsx'
import { link, movie, sceneOf } from './open-contents.tsx'

type Fields = Record<string, unknown>

/** A series with three seasons. */
export const serie = (fields: Fields = {}): Fields => {
  const { runtime, content, monoAudio, onlyEnglish, children, hasOscar, isPremiere, ...shared } = movie()
  return {
    ...shared,
    _id: 's1',
    title: 'Crónica de un pueblo',
    rated: 'TV-PG',
    provider: '',
    seasons: [1, 2, 3].map((number) => ({ number, description: `Temporada ${number}` })),
    ...fields,
  }
}

/** The second episode of the first season, as the API returns it. */
export const episode = (fields: Fields = {}): Fields => ({
  _id: 'e2',
  serieId: 's1',
  title: 'La escuela',
  season: 1,
  episode: 2,
  imdbId: '',
  year: 1971,
  released: '1971-07-25',
  runtime: 25,
  rating: null,
  synopsis: '',
  covertImage: '',
  mailOrigin: '',
  reference: '',
  monoAudio: false,
  onlyEnglish: false,
  hasLinkReserved: false,
  status: true,
  view: 12,
  content: [link()],
  dateCreate: '2026-01-01T12:00:00.000Z',
  dateUpdate: '2026-02-03T12:00:00.000Z',
  previous: { _id: 'e1', season: 1, episode: 1, title: 'El maestro' },
  next: { _id: 'e3', season: 2, episode: 1, title: 'La vuelta' },
  ...fields,
})

const SEASONS = {
  _id: 's1',
  title: 'Crónica de un pueblo',
  seasons: [
    { number: 1, description: 'Temporada 1', episodes: 2, lastEpisode: 2 },
    { number: 2, description: 'Temporada 2', episodes: 1, lastEpisode: 1 },
    { number: 3, description: 'Temporada 3', episodes: 0, lastEpisode: 0 },
  ],
}

/** Fakes the API of the screens of series and episodes; returns the requests. */
export const seriesScene = (answers: Parameters<typeof sceneOf>[0] = {}) =>
  sceneOf({
    ...answers,
    answers: {
      'GET /api/series/short': { body: [serie({ episodes: 2 })] },
      'GET /api/series/size': { body: { count: 1 } },
      'GET /api/series/s1': { body: serie() },
      'GET /api/series/all_episode/s1': { body: [episode()] },
      'GET /api/series/all_episode/s1/size': { body: { count: 1 } },
      'GET /api/series/all_episode/s1/seasons': { body: SEASONS },
      'GET /api/series/episode/e2': { body: episode() },
      ...answers.answers,
    },
  })

/** Renders the screens of series and episodes at an address. */
export const openSeries = (address: string) =>
  openPage(
    {
      '*': (
        <Shell>
          <Resource name="series" {...series} />
          <Resource name="episodes" {...episodes} />
        </Shell>
      ),
    },
    address,
  )
