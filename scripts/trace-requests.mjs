import { Session } from 'node:inspector/promises'
import { relative } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { root, typeScriptLoader } from './prepare.mjs'

/**
 * Starts the server on an embedded in-memory database and prints, as JSON, the source files of which a function ran
 * during each of four tasks: of the server and the domain in its requests, of the admin and the domain in a browser.
 */

const password = 'una-clave-de-prueba'

const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Debugger.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })

const vite = await typeScriptLoader()
const { openInMemory } = await vite.ssrLoadModule('src/server/platform/database/embedded/open-embedded.ts')
const { readConfig } = await vite.ssrLoadModule('src/server/config.ts')
const { prepareDatabase } = await vite.ssrLoadModule('src/server/start/prepare.ts')
const { loggerOptions } = await vite.ssrLoadModule('src/server/platform/http/logging.ts')
const { buildApp } = await vite.ssrLoadModule('src/server/app.ts')

const database = await openInMemory({ info() {}, warn() {}, error() {} })
const { db, health, readiness, stats } = database
const context = {
  ...{ db, health, readiness, stats },
  config: readConfig({ CARTELERA_SA_PASSWORD: password }),
  now: () => new Date(),
}
await prepareDatabase(database, context, { demo: false, reset: false })
const app = await buildApp(context, { logger: loggerOptions('silent') })
const address = await app.listen({ port: 0, host: '127.0.0.1' })

let token
async function request(method, path, body, headers = {}) {
  const response = await fetch(`${address}${path}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
  return JSON.parse(text)
}

/** Ignores the getters that Vite makes of exports: reading a constant does not count as running code. */
const EXPORT_GETTER = /__vite_ssr_exportName__\("[^"]+",\s*$/

async function hasRun({ scriptId, functions }) {
  const ran = functions.filter(({ ranges: [{ count }] }) => count > 0)
  if (ran.length === 0) return false
  const { scriptSource } = await session.post('Debugger.getScriptSource', { scriptId })
  return ran.some(({ ranges: [{ startOffset }] }) => !EXPORT_GETTER.test(scriptSource.slice(0, startOffset)))
}

/** Source files of which a function ran since the last call. */
async function filesRun() {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const scripts = result.filter(({ url }) => url.startsWith(`${root}src/`))
  const ran = await Promise.all(scripts.map(hasRun))
  return [...new Set(scripts.filter((_, index) => ran[index]).map(({ url }) => relative(root, url)))].sort()
}

async function filesRunBy(task) {
  await filesRun()
  await task()
  // Work after the response belongs to the request too.
  await pause(200)
  return filesRun()
}

const signIn = () => request('POST', '/auth/local', { name: 'sa', password })
const signInFiles = await filesRunBy(signIn)
token = (await signIn()).token

const film = {
  title: 'La isla mínima',
  year: 2014,
  rated: 'R',
  genres: ['Crimen', 'Suspenso'],
  synopsis: 'Dos policías buscan a dos hermanas desaparecidas en las marismas.',
  synopsisEng: 'Two policemen look for two missing sisters in the marshes.',
  covertImage: 'https://imagenes.example/portada.jpg',
  fullImage: 'https://imagenes.example/isla.jpg',
  trailer: 'https://videos.example/isla.mp4',
  content: [{ link: 'peliculas/isla.mp4', quality: 'HD', audio: ['ESP'], closedCaption: [], linkType: 'I' }],
}
const { _id: filmId, dateUpdate } = await request('POST', '/api/movies', film)
const filmFiles = await filesRunBy(() =>
  request('PUT', `/api/movies/${filmId}`, { title: 'La isla', dateUpdate }),
)

const profiles = await request('GET', '/api/profiles')
const profileOf = (role) => profiles.find((profile) => profile.role === role)._id
const person = (name, profile) => ({
  name,
  fullName: 'Persona de prueba',
  address: 'Calle 1',
  profile,
  platform: 'com.cartelera.tv',
  password,
})
const customer = await request('POST', '/api/users', person('cliente', profileOf('app')))
const sale = { userLicensed: customer._id, type: 1, period: 'MESES', count: 1 }
const saleFiles = await filesRunBy(async () => {
  const { _id } = await request('POST', '/api/license_transactions', sale, {
    'idempotency-key': customer._id,
  })
  await request('PUT', `/api/license_transactions/${_id}`, { status: 'PROCESSED' })
})
const userListFiles = await filesRunBy(() =>
  request('GET', '/api/users/short?page=1&limit=10&sort=name&order=asc&search=cli'),
)

const files = { film: filmFiles, sale: saleFiles, 'sign-in': signInFiles, 'user-list': userListFiles }
const { filesOfTasks } = await import('./trace-browser.mjs')
const browser = await filesOfTasks(address, { password, film: filmId, customer: person('cliente') })
console.log(JSON.stringify({ server: files, browser }))
await app.close()
await database.close()
await vite.close()
