import { LINKED_RESOURCES } from '../../../../src/domain/contents/link-verdict.ts'
import { DATED_CONTENTS } from '../../../../src/domain/contents/newest-contents.ts'
import { LINK_BASES } from '../../../../src/domain/links/link-bases.ts'
import { API_PATHS } from '../../../../src/domain/registry.ts'
import { newId } from '../../../../src/server/platform/database/ids.ts'
import { createEpisode, episodeOf } from '../../../support/series.ts'
import { ENTITY_PATHS, freshImport, freshRecord, newBody, newImport, type Side } from '../scene.ts'
import { at, exportOf, listOf, type Occasion, type Request, type Requests } from './request.ts'

interface Deleted {
  id: string
  /** Path for deleting it. */
  address: string
}

/** A restoration that is expected to succeed needs a record that was just deleted. */
const trashRequests = (path: string, recordOf: (occasion: Occasion) => Promise<Deleted>): Requests => ({
  [`GET ${path}/trash`]: at(`${path}/trash`),
  [`GET ${path}/trash/size`]: at(`${path}/trash/size`),
  [`POST ${path}/:id/restore`]: async (occasion) => {
    const { id, address } = await recordOf(occasion)
    if (occasion.isLetIn) await occasion.scene.people.sa.delete(address)
    return { path: `${path}/${id}/restore` }
  },
})

const LINKED: ReadonlySet<string> = new Set(LINKED_RESOURCES.map((resource) => API_PATHS[resource]))

/** Batches with a wrong number of records, and imports of empty files. */
const requestsOfMany = (path: string, recordOf: (occasion: Occasion) => string): Requests => ({
  [`POST ${path}/bulk`]: (occasion) => ({
    path: `${path}/bulk`,
    status: 409,
    body: {
      ids: [recordOf(occasion)],
      expected: 2,
      ...(occasion.side === 'own' ? { action: 'update', changes: { status: true } } : { action: 'delete' }),
    },
  }),
  ...(LINKED.has(path)
    ? {
        [`POST ${path}/bulk/preview`]: (occasion: Occasion) => ({
          path: `${path}/bulk/preview`,
          body: { ids: [recordOf(occasion)], action: 'replaceLinks', from: 'a.example', to: 'b.example' },
        }),
      }
    : {}),
  [`POST ${path}/imports`]: () => ({
    path: `${path}/imports`,
    status: 422,
    body: '',
    headers: { 'content-type': 'text/csv' },
  }),
  [`GET ${path}/imports`]: at(`${path}/imports`),
  [`GET ${path}/imports/fields`]: at(`${path}/imports/fields`),
})

const entityRequests = (path: string): Requests => {
  const shared = ({ scene }: Occasion) => scene.records[path] ?? ''
  const isFresh = (occasion: Occasion) =>
    occasion.isLetIn ? freshRecord(occasion.scene, path) : shared(occasion)
  return {
    [`GET ${path}`]: listOf(path, shared),
    [`GET ${path}/short`]: listOf(`${path}/short`, shared),
    [`GET ${path}/size`]: listOf(`${path}/size`, shared),
    [`GET ${path}/export`]: exportOf(path, shared),
    [`GET ${path}/:id`]: (occasion) => ({ path: `${path}/${shared(occasion)}` }),
    [`POST ${path}`]: () => ({ path, body: newBody(path) }),
    [`PUT ${path}/:id`]: (occasion) => ({ path: `${path}/${shared(occasion)}`, body: { status: true } }),
    ...requestsOfMany(path, shared),
    [`DELETE ${path}/:id`]: async (occasion) => ({ path: `${path}/${await isFresh(occasion)}` }),
    ...trashRequests(path, async (occasion) => {
      const id = await isFresh(occasion)
      return { id, address: `${path}/${id}` }
    }),
  }
}

const EPISODE = '/api/series/episode'
const seriesId = ({ scene }: Pick<Occasion, 'scene'>): string => scene.records['/api/series'] ?? ''
const ofSeries =
  (rest: string): Request =>
  (occasion) => ({ path: `/api/series/all_episode/${seriesId(occasion)}${rest}` })
const expendableEpisode = async ({ scene, isLetIn }: Occasion): Promise<string> =>
  isLetIn
    ? (await createEpisode(scene.people.sa, seriesId({ scene }), { title: newId() }))._id
    : scene.episode

const episodes: Requests = {
  'GET /api/series/all_episode/:id': ofSeries(''),
  'GET /api/series/all_episode/:id/size': ofSeries('/size'),
  'GET /api/series/all_episode/:id/export': ofSeries('/export'),
  'GET /api/series/all_episode/:id/seasons': ofSeries('/seasons'),
  'GET /api/series/episode/:id': ({ scene }) => ({ path: `${EPISODE}/${scene.episode}` }),
  'PUT /api/series/episode/:id': (occasion) => ({
    path: `${EPISODE}/${seriesId(occasion)}`,
    body:
      occasion.side === 'own'
        ? episodeOf({ title: newId() })
        : { _id: occasion.scene.episode, reference: 'Caja 7' },
  }),
  'DELETE /api/series/episode/:serieId/:episodeId': async (occasion) => ({
    path: `${EPISODE}/${seriesId(occasion)}/${await expendableEpisode(occasion)}`,
  }),
  ...requestsOfMany(EPISODE, ({ scene }) => scene.episode),
  ...trashRequests(EPISODE, async (occasion) => {
    const id = await expendableEpisode(occasion)
    return { id, address: `${EPISODE}/${seriesId(occasion)}/${id}` }
  }),
}

const GUIDES = '/api/channel/guides'
const IMPORT = '/api/channels/import'
const playlist = {
  body: '#EXTM3U\n#EXTINF:-1,Uno\nhttps://tv.example/uno\n',
  headers: { 'content-type': 'audio/x-mpegurl' },
}

const channels: Requests = {
  'GET /api/channels/export.m3u': at('/api/channels/export.m3u'),
  // The guide does not exist, so none is fetched.
  'GET /api/channel/guides/:id/channels': () => ({
    path: `${GUIDES}/${newId()}/channels?search=x`,
    status: 404,
  }),
  'GET /api/channels/epg-proposals': at('/api/channels/epg-proposals'),
  // The channel does not exist, so nothing is changed.
  'POST /api/channels/epg-proposals': () => ({
    path: '/api/channels/epg-proposals',
    status: 409,
    body: {
      proposals: [{ channel: newId(), dateUpdate: '2026-01-01T00:00:00.000Z', guide: newId(), epgId: 'uno' }],
    },
  }),
  'POST /api/channels/import/preview': () => ({ path: `${IMPORT}/preview`, ...playlist }),
  'POST /api/channels/imports/playlist': () => ({ path: '/api/channels/imports/playlist', ...playlist }),
  'POST /api/radios/imports/playlist': () => ({ path: '/api/radios/imports/playlist', ...playlist }),
  'POST /api/channels/import': () => ({ path: IMPORT, body: newImport() }),
  'GET /api/channels/import': at(IMPORT),
  'GET /api/channels/import/size': at(`${IMPORT}/size`),
  'DELETE /api/channels/import/:id': async ({ scene, isLetIn }) => ({
    path: `${IMPORT}/${isLetIn ? await freshImport(scene.people.sa) : newId()}`,
  }),
}

const mergeRequests = (path: string): Requests => ({
  [`GET ${path}/duplicates`]: at(`${path}/duplicates`),
  [`GET ${path}/duplicates/size`]: at(`${path}/duplicates/size`),
  [`POST ${path}/:id/merge`]: ({ scene }) => ({
    path: `${path}/${scene.records[path]}/merge`,
    status: 404,
    body: {
      with: newId(),
      dateUpdate: '2026-01-01T00:00:00.000Z',
      withDateUpdate: '2026-01-01T00:00:00.000Z',
    },
  }),
})

const CONTENTS: Requests = {
  'GET /api/contents/newest': at('/api/contents/newest'),
  'GET /api/contents/publications': at('/api/contents/publications'),
  'GET /api/quality': at('/api/quality'),
}

const partOf = (side: Side): string => (side === 'own' ? 'movies' : 'episodes')

/** Contents and channels. */
const links: Requests = {
  'GET /api/links': ({ scene, side }) => ({
    path: `/api/links?resource=${partOf(side)}&record=${scene.records['/api/movies']}`,
  }),
  // The number of records is wrong.
  'GET /api/links/hosts': () => ({ path: '/api/links/hosts' }),
  ...Object.fromEntries(
    LINK_BASES.flatMap((base) => [
      [`GET /api/links/bases/${base}`, at(`/api/links/bases/${base}`)],
      // Nothing is tried.
      [
        `POST /api/links/bases/${base}/checks`,
        () => ({ path: `/api/links/bases/${base}/checks`, status: 422, body: { url: '' } }),
      ],
    ]),
  ),
  'POST /api/links/checks': ({ scene, side }) => ({
    path: '/api/links/checks',
    status: 409,
    body: { resource: partOf(side), ids: [scene.records['/api/movies']], expected: 2 },
  }),
  'GET /api/links/deactivations': () => ({ path: '/api/links/deactivations' }),
  'POST /api/links/deactivations/undo': () => ({
    path: '/api/links/deactivations/undo',
    status: 409,
    body: { since: '2026-01-01T00:00:00.000Z' },
  }),
}

export const catalogue: Requests = Object.assign(
  {},
  CONTENTS,
  episodes,
  channels,
  links,
  ...ENTITY_PATHS.map(entityRequests),
  ...DATED_CONTENTS.map((resource) => mergeRequests(API_PATHS[resource])),
)
