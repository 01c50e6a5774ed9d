import { beforeAll, expect, test } from 'vitest'
import type { Client } from '../../../support/app.ts'
import { testCatalogue } from '../../../support/catalogue.ts'
import { channelOf, stored } from '../../../support/channels.ts'
import { makeTransaction, saleOf } from '../../../support/credits.ts'
import { categoryOf, create, filmOf } from '../../../support/films.ts'
import { type People, people, signedInWith, storeUser } from '../../../support/people.ts'
import { createEpisode, seriesOf } from '../../../support/series.ts'
import { sentBy } from '../../../support/statements.ts'

const catalogue = testCatalogue({ keep: true })
let all: People
let reference: string

const device = (macAddress: string) => ({
  macAddress,
  sdkVersion: '30',
  appVersion: '1',
  model: 'Caja',
  product: 'caja',
  description: '',
})

beforeAll(async () => {
  const { test: server, operator } = catalogue
  all = await people(server)
  const customer = (createdBy: string, name: string, changes = {}) =>
    storeUser(server, 'app', { createdBy, name, fullName: `Señora ${name}`, ...changes })
  const own = await customer(all.agent.id, 'marisol', {
    celPhone: '809-555-0123',
    telePhone: '(849) 555-0104',
    email: 'sol@correo.example',
    device: device('02:AB:cd:00:00:01'),
  })
  await customer(all.superagent.id, 'mariana')
  await customer(all.otherAgent.id, 'maribel', { device: device('02abcd000002') })
  await customer(all.admin.id, 'guadalmarina', { status: 'disable' })
  const sale = await makeTransaction(all.agent, saleOf(own._id))
  reference = String(sale.body.reference)
  for (const title of ['Amar', 'MÁR', 'El mar adentro', 'Marea 100%', 'Calamares'])
    await create(operator, '/api/movies', filmOf({ title, synopsis: 'Con maría y marco.' }))
  const series = await create(operator, '/api/series', seriesOf({ title: 'Marinos' }))
  await createEpisode(operator, series._id, { title: 'Mar de fondo' })
  await create(operator, '/api/categories', categoryOf({ name: 'Marcianos' }))
  await stored(operator, '/api/channels', channelOf({ number: 36, title: 'Tele Mar', status: false }))
  await stored(operator, '/api/channels', channelOf({ number: 361, title: 'Otro' }))
})

const find = async (client: Client, q: string, rest = '') => {
  const answer = await client.get(`/api/search?${new URLSearchParams({ q })}${rest}`)
  expect([q, answer.status]).toEqual([q, 200])
  return answer.rows
}
const titles = async (client: Client, q: string) => (await find(client, q)).map(({ title }) => title)

test('matches letters in compatibility forms with plain letters, in either direction', async () => {
  await stored(catalogue.operator, '/api/channels', channelOf({ number: 772, title: 'Cosmos HD' }))
  await stored(catalogue.operator, '/api/channels', channelOf({ number: 773, title: 'Cosmos ᶠᴴᴰ' }))
  await stored(catalogue.operator, '/api/channels', channelOf({ number: 774, title: 'ᴿᴬᵂ Nebulosa' }))
  expect(await titles(all.sa, 'cosmos ᴴᴰ')).toEqual(['Cosmos HD'])
  expect(await titles(all.sa, 'cosmos fhd')).toEqual(['Cosmos ᶠᴴᴰ'])
  expect(await titles(all.sa, 'raw nebulosa')).toEqual(['ᴿᴬᵂ Nebulosa'])
})

test('finds all kinds by name: exact matches first, then prefixes, words and substrings', async () => {
  const found = await find(all.sa, 'Mar')
  expect(found.map(({ resource, title }) => `${resource} ${title}`)).toEqual([
    'movies MÁR',
    'users mariana',
    'categories Marcianos',
    'movies Marea 100%',
    'series Marinos',
    'episodes Mar de fondo',
    'users maribel',
    'users marisol',
    'channels Tele Mar',
    'movies El mar adentro',
    'users guadalmarina',
    'movies Amar',
    'movies Calamares',
  ])
  const details = Object.fromEntries(found.map(({ title, detail }) => [title, detail]))
  expect(details).toMatchObject({
    marisol: 'Señora marisol · 809-555-0123',
    guadalmarina: 'Señora guadalmarina · inactivo',
    MÁR: '2014',
    'Mar de fondo': 'T1 E1 · Marinos',
    'Tele Mar': '36 · Noticias · inactivo',
    Marcianos: 'Película',
  })
})

test('shows the number or address of a user that matched', async () => {
  const details = async (q: string) => (await find(all.sa, q)).map(({ detail }) => detail)
  expect(await details('8495550104')).toEqual(['Señora marisol · (849) 555-0104'])
  expect(await details('809 555 0123')).toEqual(['Señora marisol · 809-555-0123'])
  expect(await details('sol@correo')).toEqual(['Señora marisol · sol@correo.example'])
})

test.each([
  ['users by full name', 'senora marib', ['maribel']],
  ['users by telephone in any notation', '(809) 5550123', ['marisol']],
  ['users by e-mail', 'sol@correo', ['marisol']],
  ['users by device', '02-ab-CD-00-00-01', ['marisol']],
  ['a beginning of devices', '02abcd', ['maribel', 'marisol']],
  ['channels by number', '36', ['Tele Mar']],
  ['a title of several words in any order', 'fondo mar', ['Mar de fondo']],
  ['only prefixes for two letters', 'te', ['Tele Mar']],
  ['a percent sign as such', '100%', ['Marea 100%']],
  ['nothing for signs', '%_\\', []],
  ['nothing for an empty text', '  ', []],
  ['no film by its synopsis', 'marco', []],
])('finds %s', async (_what, q, expected) => {
  expect((await titles(all.sa, q)).toSorted()).toEqual(expected.toSorted())
})

test('finds a transaction by its reference, with or without zeros', async () => {
  for (const q of [reference, reference.padStart(6, '0')]) {
    const [first] = (await find(all.sa, q)).filter(({ resource }) => resource === 'license_transactions')
    expect(first).toMatchObject({ title: reference.padStart(6, '0') })
    expect(String(first?.detail)).toMatch(/^Venta · Señora marisol · /)
  }
})

test('resellers find only their own customers and transactions', async () => {
  const seen = async (client: Client) => [
    await titles(client, 'mar'),
    await titles(client, 'senora'),
    await titles(client, '02abcd'),
    await titles(client, reference),
  ]
  const number = reference.padStart(6, '0')
  expect(await seen(all.agent)).toEqual([['marisol'], ['marisol'], ['marisol'], [number]])
  expect(await seen(all.superagent)).toEqual([
    ['mariana', 'marisol'],
    ['mariana', 'marisol'],
    ['marisol'],
    [number],
  ])
  expect(await seen(all.otherAgent)).toEqual([['maribel'], ['maribel'], ['maribel'], []])
})

test('a profile finds only what it may list', async () => {
  const ofFilms = await signedInWith(catalogue.test, { 'movie-edit': [] })
  const kinds = new Set((await find(ofFilms, 'mar')).map(({ resource }) => resource))
  expect([...kinds]).toEqual(['movies'])
  const none = await signedInWith(catalogue.test, {})
  expect(await find(none, 'mar')).toEqual([])
  expect((await catalogue.anonymous.get('/api/search?q=mar')).status).toBe(401)
})

test('returns at most the requested number, and rejects invalid queries', async () => {
  expect(await find(all.sa, 'mar', '&limit=2')).toHaveLength(2)
  const refused = [
    'limit=0',
    'limit=51',
    'limit=1e9',
    `q=${'a'.repeat(101)}`,
    'q=a%00b',
    'q=%ed%a0%80',
    'page=2',
  ]
  const statuses = await Promise.all(
    refused.map(async (query) => (await all.sa.get(`/api/search?${query}`)).status),
  )
  expect(statuses).toEqual([422, 422, 422, 422, 422, 200, 422])
})

test('sends one statement for the catalogue, and queries the list of users only if too few names match', async () => {
  const count = async (q: string) => (await sentBy(() => find(all.sa, q))).sent.length
  // The session, names of users, the catalogue; the list of users scans its first rows, possibly by prefix, then all.
  expect(await count('ma')).toBe(3)
  expect(await count('3')).toBe(4)
  expect(await count('mar')).toBeLessThanOrEqual(6)
})
