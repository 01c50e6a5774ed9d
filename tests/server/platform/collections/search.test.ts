import { expect, test } from 'vitest'
import { DATED_CONTENTS } from '../../../../src/domain/contents/newest-contents.ts'
import { API_PATHS } from '../../../../src/domain/registry.ts'
import { testCatalogue } from '../../../support/catalogue.ts'
import { bodyOf, ENTITIES } from '../../../support/entities.ts'
import { create } from '../../../support/films.ts'
import { createEpisode, seriesOf } from '../../../support/series.ts'

const catalogue = testCatalogue()

const found = async (path: string, text: string) => {
  const query = `search=${encodeURIComponent(text)}`
  const [rows, size] = [
    (await catalogue.operator.get(`${path}${path.includes('?') ? '&' : '?'}${query}`)).rows,
    (await catalogue.operator.get(`${path.replace(/\?.*/, '')}/size?${query}`)).body,
  ]
  expect(size).toEqual({ count: rows.length })
  return rows.length
}

const TEXTS = {
  actors: 'Íñigo Zurbano',
  reference: 'Estante 77',
  mailOrigin: 'archivo@origen.example',
  synopsis: 'Un farero encuentra una botella.',
  synopsisEng: 'A lighthouse keeper finds a bottle.',
}

test.each(DATED_CONTENTS)(
  '%s are found by actors, reference, origin, genres and both synopses',
  async (resource) => {
    const path = API_PATHS[resource]
    const body = bodyOf(resource)
    await create(catalogue.operator, path, { ...body, ...TEXTS })
    await create(catalogue.operator, path, { ...body, title: 'Otra', genres: body.genres })
    const [genre] = Array.isArray(body.genres) ? body.genres : []
    for (const text of [
      'zurbano',
      'estante 77',
      'archivo@origen',
      'FARERO botella',
      'lighthouse keeper',
      'una',
    ])
      expect(await found(path, text), text).toBe(1)
    expect(await found(path, String(genre))).toBe(2)
    expect(await found(path, `${genre} farero`)).toBe(1)
  },
)

test('episodes are found by their synopsis and origin', async () => {
  const serie = await create(catalogue.operator, '/api/series', seriesOf())
  await createEpisode(catalogue.operator, serie._id, {
    synopsis: 'Un farero.',
    mailOrigin: 'a@origen.example',
  })
  await createEpisode(catalogue.operator, serie._id, { episode: 2 })
  for (const text of ['farero', 'a@origen', '1x01'])
    expect(await found(`/api/series/all_episode/${serie._id}`, text), text).toBe(1)
})

test.each([
  ['channels', 'tv.example/siete'],
  ['radios', 'radio.example/uno'],
  ['channel_lists', 'listas.example/do.m3u'],
  ['guides', 'guias.example/do.xml'],
] as const)('%s are found by their link', async (resource, text) => {
  const { path, body } = ENTITIES[resource]
  await create(catalogue.operator, path, body)
  expect(await found(path, text)).toBe(1)
  expect(await found(path, `${text}.nada`)).toBe(0)
})
