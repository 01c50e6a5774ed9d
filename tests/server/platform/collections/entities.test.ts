import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ENTITIES as DECLARED } from '../../../../src/domain/entities.ts'
import { type Row, validationErrorsOf } from '../../../support/app.ts'
import { testCatalogue } from '../../../support/catalogue.ts'
import { ENTITIES, type Entity } from '../../../support/entities.ts'
import { create, linkOf } from '../../../support/films.ts'

const catalogue = testCatalogue({ keep: true })
const RULES_FILE = 'tests/data/validation-rules.md'
const RULES = readFileSync(RULES_FILE, 'utf8')

/** Messages missing in the fixture. */
const OWN_WORDS = ['Debe especificar el tipo de contenido.', 'Debe especificar la fecha de estreno.']

const titleOf = (body: Row): 'title' | 'name' => ('title' in body ? 'title' : 'name')

describe.each(Object.entries(ENTITIES))('%s', (resource, { path, fields, body, missing }) => {
  const name = titleOf(body)

  test('accept exactly the listed fields', () => {
    const declared = DECLARED.filter((entity) => entity.resource === resource)
    const accepted = declared.flatMap(({ schemas }) => Object.keys(schemas.new.shape))
    const listed = `the fields of ${resource} in tests/support/entities.ts and 'status'`
    expect(accepted.sort(), `its input schema accepts other fields than ${listed}`).toEqual(
      [...fields, 'status'].sort(),
    )
  })

  test('are created, read, found, edited and deleted', async () => {
    const { operator } = catalogue
    const made = await create(operator, path, { ...body, [name]: 'Ñandú único' })
    expect((await operator.get(`${path}/${made._id}`)).body).toMatchObject({ ...body, [name]: 'Ñandú único' })
    const found = await operator.get(`${path}/short?search=nandu`)
    expect(found.rows).toMatchObject([{ _id: made._id }])
    expect((await operator.get(`${path}/size?search=nandu`)).body).toEqual({ count: 1 })
    const edited = await operator.put(`${path}/${made._id}`, { [name]: 'Otro', dateUpdate: made.dateUpdate })
    expect(edited.body).toMatchObject({ ...body, [name]: 'Otro' })
    expect((await operator.delete(`${path}/${made._id}`)).status).toBe(200)
    expect((await operator.get(`${path}/${made._id}`)).status).toBe(404)
  })

  test('report all missing fields at once', async () => {
    const answer = await catalogue.operator.post(path, {})
    expect(answer.status).toBe(422)
    expect(validationErrorsOf(answer), `missing of ${resource} in tests/support/entities.ts`).toEqual(missing)
  })

  test.each(Object.entries(missing))(
    'require their %s: an edit that empties it reports %s',
    async (field, message) => {
      const { operator } = catalogue
      const made = await create(operator, path, body)
      const answer = await operator.put(`${path}/${made._id}`, { [field]: null })
      expect(validationErrorsOf(answer), `missing of ${resource} in tests/support/entities.ts`).toEqual({
        [field]: message,
      })
      expect((await operator.get(`${path}/${made._id}`)).body).toEqual(made)
    },
  )

  test('report missing fields with the messages of the rules verbatim', () => {
    const unknown = Object.values(missing).filter(
      (message) => !OWN_WORDS.includes(message) && !RULES.includes(`'${message}'`),
    )
    expect(unknown, `neither in ${RULES_FILE} nor in OWN_WORDS`).toEqual([])
  })

  test('reject unknown fields and those of the server', async () => {
    const { operator } = catalogue
    const others = Object.values(ENTITIES).flatMap((entity) => entity.fields)
    const unknown = ['_id', 'view', 'userCreate', 'hasLinkReserved', 'search', 'nada', ...others].filter(
      (field) => !fields.includes(field),
    )
    const said = (texts: string) => Object.fromEntries(unknown.map((field) => [field, texts]))
    const answer = await operator.post(path, { ...body, ...said('x') })
    expect(validationErrorsOf(answer)).toEqual(said('El campo no existe o no se puede modificar.'))
    expect((await operator.get(`${path}/size`)).body).toEqual({ count: expect.any(Number) })
  })

  test('can be disabled by sending the status only, and filtered by it', async () => {
    const { operator } = catalogue
    const made = await create(operator, path, body)
    expect((await operator.put(`${path}/${made._id}`, { status: false })).body.status).toBe(false)
    const off = await operator.get(`${path}/short?status=false&limit=100`)
    expect(off.rows).toContainEqual(expect.objectContaining({ _id: made._id }))
    const on = await operator.get(`${path}/short?status=true&limit=100`)
    expect(on.rows).not.toContainEqual(expect.objectContaining({ _id: made._id }))
    await operator.put(`${path}/${made._id}`, { status: true })
  })

  test('need permissions', async () => {
    const soporte = await catalogue.withGrants({ 'issue-list': ['register', 'modify', 'delete'] })
    const made = await create(catalogue.operator, path, body)
    expect((await soporte.post(path, body)).status).toBe(403)
    expect((await soporte.put(`${path}/${made._id}`, { status: false })).status).toBe(403)
    expect((await soporte.delete(`${path}/${made._id}`)).status).toBe(403)
    expect((await catalogue.anonymous.get(`${path}/short`)).status).toBe(401)
  })
})

const NUMBERED = Object.entries(ENTITIES).filter(([, { fields }]) => fields.includes('number'))

test.each(
  NUMBERED.flatMap(([kind, entity]) =>
    [-1, 0.5, 1_000_000, '7', Number.MAX_SAFE_INTEGER].map((number) => [kind, number, entity] as const),
  ),
)('%s reject the number %j', async (_kind, number, { path, body }) => {
  expect(validationErrorsOf(await catalogue.operator.post(path, { ...body, number }))).toHaveProperty(
    'number',
  )
})

test('numbers go from 0 to 999999', async () => {
  for (const [, { path, body }] of NUMBERED)
    for (const number of [0, 999_999]) await create(catalogue.operator, path, { ...body, number })
})

const { documentaries, sports, radios, channels, guides } = ENTITIES
const rejected = async ({ path, body }: Entity, changes: Row) =>
  validationErrorsOf(await catalogue.operator.post(path, { ...body, ...changes }))

test('documentaries are not rated XXX', async () => {
  expect(await rejected(documentaries, { rated: 'XXX' })).toEqual({
    rated: 'Debe especificar la clasificación',
  })
})

test('sports need no trailer, and reject an invalid one', async () => {
  expect(await rejected(sports, { trailer: 'x' })).toEqual({ trailer: 'Link invalido.' })
  await create(catalogue.operator, sports.path, { ...sports.body, trailer: '' })
})

test('only links of sports have flags of audios and subtitles', async () => {
  const content = [linkOf({ audioSpa: true })]
  expect(await rejected(documentaries, { content })).toHaveProperty(['content.0.audioSpa'])
})

test.each(['x', 'ftp://radio.example', 'javascript:alert(1)'])('a radio rejects the URL %s', async (link) => {
  expect(await rejected(radios, { link })).toEqual({ link: 'Link invalido.' })
})

describe('channels', () => {
  test.each([
    ['E', 'canal/uno.m3u8', 'Link invalido.'],
    ['E', 'javascript:alert(1)', 'Link invalido.'],
    ['I', 'javascript:alert(1)', 'Link invalido.'],
  ])('reject the link of kind %s %s', async (linkInternal, link, message) => {
    expect(await rejected(channels, { linkInternal, link })).toEqual({ link: message })
  })

  test('may have an internal link under the base URL', async () => {
    await create(catalogue.operator, '/api/channels', {
      ...channels.body,
      linkInternal: 'I',
      link: 'do/7.m3u8',
    })
  })

  test('with a guide require an EPG ID; the guide must exist and cannot be deleted', async () => {
    const { operator } = catalogue
    const guide = await create(operator, '/api/channel/guides', { ...guides.body })
    expect(await rejected(channels, { channelGuide: guide._id })).toEqual({
      epgId: 'Debe especificar el EPG ID',
    })
    expect(await rejected(channels, { channelGuide: 'ninguna', epgId: 'x' })).toEqual({
      channelGuide: 'La guía no existe.',
    })
    const made = await create(operator, '/api/channels', {
      ...channels.body,
      channelGuide: guide._id,
      epgId: 'siete.do',
    })
    const deletion = await operator.delete(`/api/channel/guides/${guide._id}`)
    expect(deletion).toMatchObject({
      status: 409,
      body: { message: 'No puede eliminar la guía, la usa 1 canal.' },
    })
    const kept = await operator.put(`/api/channels/${made._id}`, { title: 'Otro' })
    expect(kept.body).toMatchObject({ channelGuide: guide._id, epgId: 'siete.do' })
    const freed = await operator.put(`/api/channels/${made._id}`, { channelGuide: null })
    expect(freed.body).toMatchObject({ channelGuide: null, epgId: '' })
    expect((await operator.delete(`/api/channel/guides/${guide._id}`)).status).toBe(200)
  })

  test('have no EPG ID without a guide', async () => {
    const { operator } = catalogue
    const message = 'El EPG ID solo corresponde a un canal con guía.'
    expect(await rejected(channels, { epgId: 'siete.do' })).toEqual({ epgId: message })
    const made = await create(operator, '/api/channels', { ...channels.body })
    for (const body of [{ epgId: 'x' }, { epgId: 'x', channelGuide: null }])
      expect(validationErrorsOf(await operator.put(`/api/channels/${made._id}`, body))).toEqual({
        epgId: message,
      })
  })
})
