import { describe, expect, test } from 'vitest'
import { API_PATHS } from '../../../../src/domain/registry.ts'
import { testApp, validationErrorsOf } from '../../../support/app.ts'
import { bodyOf } from '../../../support/entities.ts'
import { create, filmOf } from '../../../support/films.ts'
import { people, signedInWith } from '../../../support/people.ts'

const server = testApp()
const api = '/api/settings'

/** The public part (rule S2). */
const open = [
  'answerTemplates',
  'pageSize',
  'periods',
  'creditPriceMonthly',
  'creditPriceYearly',
  'currency',
  'businessName',
  'businessPhone',
  'businessTaxId',
  'receiptThanks',
  'businessInNavbar',
  'askFromCredits',
  'transMax',
  'agentTransMax',
  'enableDemo',
  'demosMinBalance',
  'dateControl',
  'mailsOrigin',
  'contentUrlBase',
  'contentProvider',
  'tvUrlBase',
  'phonePrefix',
  'expiryNotice',
  'receiptNotice',
  'credentialsNotice',
  'httpsImages',
]

describe('reading the settings', () => {
  test('returns those of the first start', async () => {
    const { sa } = await people(server)
    expect((await sa.get(api)).body).toMatchObject({
      periods: ['MESES'],
      creditPriceMonthly: 0,
      creditPriceYearly: 0,
      transMax: 0,
      agentTransMax: 0,
      enableDemo: true,
      dateControl: '3000-12-31',
      pageSize: 20,
      appVersionCode: 1,
    })
  })

  test('returns the public part to every signed-in user', async () => {
    const { agent } = await people(server)
    const { body } = await agent.get(api)
    const shown = "PUBLIC_SETTINGS in src/domain/settings/public-settings.ts, and 'open' in this test"
    expect(Object.keys(body).sort(), `shown to every user: ${shown}`).toEqual(
      [...open, 'businessLogo', 'dateUpdate'].sort(),
    )
  })

  test('returns all of them with /setting', async () => {
    const { admin } = await people(server)
    expect((await admin.get(api)).body).toHaveProperty('contentBackground')
    expect((await server.anonymous.get(api)).status).toBe(401)
  })
})

describe('the settings of /setting and of /automation', () => {
  const shown = async (flags: Parameters<typeof signedInWith>[1]) => {
    const { body } = await (await signedInWith(server, flags)).get(api)
    return ['contentBackground', 'linkChecks', 'sessionDays'].filter((field) => field in body)
  }

  test('are read with the route of their screen', async () => {
    expect(await shown({ settings: [] })).toEqual(['contentBackground'])
    expect(await shown({ automation: [] })).toEqual(['linkChecks', 'sessionDays'])
    expect(await shown({ settings: [], automation: [] })).toHaveLength(3)
    expect(await shown({})).toEqual([])
  })

  test('are changed with modify of the screen of each of them, all or none', async () => {
    const general = await signedInWith(server, { settings: ['modify'], automation: ['register'] })
    const automation = await signedInWith(server, { settings: ['register'], automation: ['modify'] })
    const [ofGeneral, ofAutomation] = [{ transMax: 3 }, { linkChecks: true }]
    expect((await general.put(api, ofAutomation)).status).toBe(403)
    expect((await general.put(api, { ...ofGeneral, ...ofAutomation })).status).toBe(403)
    expect((await automation.put(api, { ...ofAutomation, transMax: 'x' })).status).toBe(403)
    expect((await general.get(api)).body).toMatchObject({ transMax: 0, linkChecks: false })
    expect((await general.put(api, ofGeneral)).status).toBe(200)
    expect((await automation.put(api, ofAutomation)).status).toBe(200)
    const both = await signedInWith(server, { settings: ['modify'], automation: ['modify'] })
    expect((await both.put(api, { transMax: 4, linkChecks: false })).status).toBe(200)
  })

  test('exclude those of the other screen', async () => {
    const general = await signedInWith(server, { settings: ['modify'] })
    const automation = await signedInWith(server, { automation: ['modify'] })
    expect([
      (await general.get('/api/apk/facts')).status,
      (await automation.get('/api/apk/facts')).status,
    ]).toEqual([200, 403])
    expect([
      (await general.get('/api/webhooks')).status,
      (await automation.get('/api/webhooks')).status,
    ]).toEqual([403, 200])
  })
})

describe('changing the settings', () => {
  test('changes the sent fields', async () => {
    const { admin } = await people(server)
    server.clock.advance(1_000)
    const { status, body } = await admin.put(api, { transMax: 12, periods: ['AÑOS', 'MESES'] })
    expect(status).toBe(200)
    expect(body).toMatchObject({ transMax: 12, periods: ['AÑOS', 'MESES'], pageSize: 20 })
    expect(body.dateUpdate).toBe(server.clock.now().toISOString())
    expect((await admin.get(api)).body).toEqual(body)
  })

  test('rejects unknown placeholders of a notice, which then stays unchanged', async () => {
    const { admin } = await people(server)
    const before = (await admin.get(api)).body.receiptNotice
    const answer = await admin.put(api, { receiptNotice: 'Hola, {nombre}: {acceso}' })
    expect([answer.status, validationErrorsOf(answer)]).toEqual([
      422,
      { receiptNotice: 'El marcador «{acceso}» no existe en este aviso.' },
    ])
    expect((await admin.get(api)).body.receiptNotice).toBe(before)
    const { status, body } = await admin.put(api, { receiptNotice: '{recibo}', phonePrefix: '58' })
    expect([status, body.receiptNotice, body.phonePrefix]).toEqual([200, '{recibo}', '58'])
  })

  test('needs modify of /setting', async () => {
    const reader = await signedInWith(server, { settings: ['register', 'delete'] })
    const { agent } = await people(server)
    for (const person of [reader, agent]) expect((await person.put(api, { transMax: 1 })).status).toBe(403)
  })

  test('lets only sa change the version of the application', async () => {
    const { sa, admin } = await people(server)
    for (const change of [{ appVersionCode: 9 }, { appVersionName: '9.9' }]) {
      const answer = await admin.put(api, change)
      expect(answer.status).toBe(422)
      expect(Object.keys(validationErrorsOf(answer))).toEqual(Object.keys(change))
      expect((await sa.put(api, change)).status).toBe(200)
      expect((await admin.put(api, { ...change, transMax: 3 })).status).toBe(200)
    }
  })

  test('hides the flag of sa from others, and rejects it from them', async () => {
    const { sa, admin } = await people(server)
    expect((await sa.put(api, { linkReserved: true })).body).toMatchObject({ linkReserved: true })
    expect((await sa.get(api)).body).toMatchObject({ linkReserved: true })
    expect((await admin.get(api)).body).not.toHaveProperty('linkReserved')
    for (const linkReserved of [true, false]) {
      const answer = await admin.put(api, { linkReserved, transMax: 9 })
      expect([answer.status, validationErrorsOf(answer)]).toEqual([
        422,
        { linkReserved: 'Solo sa puede modificar este campo.' },
      ])
    }
    expect((await admin.put(api, { transMax: 4 })).body).not.toHaveProperty('linkReserved')
    expect((await sa.get(api)).body).toMatchObject({ linkReserved: true, transMax: 4 })
  })

  test('rejects a stale edit', async () => {
    const { admin } = await people(server)
    const { dateUpdate } = (await admin.get(api)).body
    const answers = await Promise.all([1, 2, 3].map((transMax) => admin.put(api, { transMax, dateUpdate })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  test.each([
    [{ transMax: -1 }, 'transMax'],
    [{ transMax: 10_000 }, 'transMax'],
    [{ transMax: 1.5 }, 'transMax'],
    [{ transMax: '5' }, 'transMax'],
    [{ transMax: null }, 'transMax'],
    [{ creditPriceMonthly: -0.01 }, 'creditPriceMonthly'],
    [{ creditPriceMonthly: 100_000 }, 'creditPriceMonthly'],
    [{ creditPriceYearly: 1.005 }, 'creditPriceYearly'],
    [{ currency: 'ABC' }, 'currency'],
    [{ currency: 'dop' }, 'currency'],
    [{ pageSize: 5 }, 'pageSize'],
    [{ pageSize: 110 }, 'pageSize'],
    [{ periods: ['DIAS'] }, 'periods.0'],
    [{ periods: ['MESES', 'MESES'] }, 'periods'],
    [{ enableDemo: 'si' }, 'enableDemo'],
    [{ contentUrlBase: 'javascript:alert(1)' }, 'contentUrlBase'],
    [{ videoDefaultProvider: 'X' }, 'videoDefaultProvider'],
    [{ syncTimeToLogin: 1_441 }, 'syncTimeToLogin'],
    [{ dateControl: '3001-01-01' }, 'dateControl'],
    [{ isSA: true }, 'isSA'],
    [{ _id: 'x' }, '_id'],
  ])('rejects %j', async (change, field) => {
    const { sa } = await people(server)
    const before = (await sa.get(api)).body
    const answer = await sa.put(api, change)
    expect(answer.status).toBe(422)
    expect(Object.keys(validationErrorsOf(answer))).toEqual([field])
    expect((await sa.get(api)).body).toEqual(before)
  })
})

describe('the content of a background image', () => {
  const image = (content: object, title = 'Estreno') => ({
    image: '/pictures/background/x.svg',
    info: { infoType: 'Estreno', title, year: 2026 },
    content: { enableClick: true, contentType: 'Película', ...content },
  })
  const unknown = 'El contenido no existe o no es de este tipo.'

  test('must exist and be of its type', async () => {
    const { sa } = await people(server)
    const film = await create(sa, '/api/movies', filmOf())
    const contentBackground = [
      image({ contentId: film._id }),
      image({ contentId: film._id, contentType: 'Serie' }),
      image({ contentId: 'nadie', enableClick: false }),
      image({ contentId: 'nadie', contentType: 'TV' }),
    ]
    const rejected = await sa.put(api, { contentBackground })
    expect(rejected.status).toBe(422)
    expect(validationErrorsOf(rejected)).toEqual({
      'contentBackground.1.content.contentId': unknown,
      'contentBackground.3.content.contentId': unknown,
    })
    const [first, , third] = contentBackground
    expect((await sa.put(api, { contentBackground: [first, third] })).status).toBe(200)
  })

  test.each([
    ['Película', 'movies'],
    ['Serie', 'series'],
    ['TV', 'channels'],
    ['Radio', 'radios'],
    ['Documental', 'documentaries'],
    ['Concierto', 'musics'],
  ] as const)('is found among the contents of type %s', async (contentType, resource) => {
    const { sa } = await people(server)
    const { _id } = await create(sa, API_PATHS[resource], bodyOf(resource))
    const answer = await sa.put(api, { contentBackground: [image({ contentId: _id, contentType })] })
    expect(answer.status).toBe(200)
  })

  test('may be deleted later without blocking other changes', async () => {
    const { sa } = await people(server)
    const film = await create(sa, '/api/movies', filmOf())
    const chosen = image({ contentId: film._id })
    expect((await sa.put(api, { contentBackground: [chosen] })).status).toBe(200)
    expect((await sa.delete(`/api/movies/${film._id}`)).status).toBe(200)
    expect((await sa.put(api, { transMax: 7 })).status).toBe(200)
    const renamed = image({ contentId: film._id }, 'Otro título')
    expect((await sa.put(api, { contentBackground: [renamed] })).status).toBe(200)
    const off = image({ contentId: film._id, enableClick: false })
    expect((await sa.put(api, { contentBackground: [off] })).status).toBe(200)
    expect((await sa.put(api, { contentBackground: [chosen] })).status).toBe(422)
  })
})

describe('the settings of the channels', () => {
  const path = `${api}/updateTvUrlBase`

  test('are saved separately with modify of the list of channels', async () => {
    const clerk = await signedInWith(server, { 'channel-list': ['modify'] })
    const { sa } = await people(server)
    expect((await clerk.put(path, { tvUrlBase: 'https://tv.example/' })).status).toBe(200)
    expect((await clerk.put(path, { xam: 'Agente/1.0' })).status).toBe(200)
    expect((await sa.get(api)).body).toMatchObject({
      tvUrlBase: 'https://tv.example/',
      agentTv: 'Agente/1.0',
    })
  })

  test('do not overwrite settings saved meanwhile', async () => {
    const clerk = await signedInWith(server, { 'channel-list': ['modify'] })
    const { dateUpdate } = (await clerk.get(api)).body
    const first = await clerk.put(path, { tvUrlBase: 'https://a.example/', dateUpdate })
    expect(first.status).toBe(200)
    const late = await clerk.put(path, { tvUrlBase: 'https://b.example/', dateUpdate })
    expect(late.status).toBe(409)
    expect(late.body).toMatchObject({ code: 'STALE' })
    const again = await clerk.put(path, {
      tvUrlBase: 'https://b.example/',
      dateUpdate: first.body.dateUpdate,
    })
    expect(again.status).toBe(200)
  })

  test('reject an invalid URL, other fields and users without permission', async () => {
    const clerk = await signedInWith(server, { 'channel-list': ['modify'] })
    expect(validationErrorsOf(await clerk.put(path, { tvUrlBase: 'data:text/html,x' }))).toHaveProperty(
      'tvUrlBase',
    )
    expect(validationErrorsOf(await clerk.put(path, { transMax: 1 }))).toHaveProperty('transMax')
    const { agent } = await people(server)
    const editor = await signedInWith(server, { 'channel-list': [], 'channel-edit': ['modify'] })
    for (const other of [agent, editor]) expect((await other.put(path, { xam: 'x' })).status).toBe(403)
  })
})

test('the platforms are those of the deployment', async () => {
  const { agent } = await people(server)
  const { rows } = await agent.get('/api/lookups/platforms')
  expect(rows).toHaveLength(9)
  expect(rows).toContain('com.cartelera.tv')
  expect((await server.anonymous.get('/api/lookups/platforms')).status).toBe(401)
})
