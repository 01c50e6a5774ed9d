import { type Bench, measure, printHeading, printRow, withMeasuredServer } from './measured-server.ts'
import { addUsers } from './million-users.ts'
import type { Statement } from './recorder.ts'

const SETTINGS = ['shared_buffers=2GB', 'effective_cache_size=4GB', 'max_wal_size=4GB']
const PAGE_LIMIT = 25
/** Targets of the 95th percentile, in ms. */
const TARGETS = { page: 50, count: 100 }

type Login = 'sa' | 'agente' | 'superagente'

interface Case {
  name: string
  login?: Login
  /** Query strings, requested in turn. */
  queries: string[]
}

const day = (fromToday: number) => new Date(Date.now() + fromToday * 86_400_000).toISOString().slice(0, 10)
const searches = (...words: string[]) => words.map((word) => `search=${encodeURIComponent(word)}`)

const casesOf = (users: number): Case[] => [
  { name: 'no filter', queries: ['', 'page=2', 'page=7'] },
  { name: 'last page', queries: [`page=${Math.ceil(users / PAGE_LIMIT)}`] },
  { name: 'name, 3 letters', queries: searches('mar', 'ros', 'peñ', 'jim', 'lui', 'bei', 'xyz') },
  { name: 'name, 4 letters', queries: searches('rosa', 'juan', 'iñon', 'tave', 'ramí', 'zzzz') },
  { name: 'name, 6 letters', queries: searches('altagr', 'rodríg', 'indhir', 'holguí', 'martin') },
  { name: 'two words', queries: searches('juan perez', 'maría peña', 'rosa 809555') },
  { name: 'expiry, a week', queries: [`dateBeging=${day(0)}&dateFinish=${day(7)}`] },
  { name: 'expiry, a year', queries: [`dateBeging=${day(0)}&dateFinish=${day(365)}`] },
  {
    name: 'platform',
    queries: ['android', 'roku', 'stb'].map((name) => `platform=com.cartelera.${name}.tv`),
  },
  { name: 'sort by expiry', queries: ['sort=dateExpire', 'sort=dateExpire&order=desc'] },
  { name: 'agent', login: 'agente', queries: ['', 'page=3', 'search=rosa'] },
  { name: 'superagent', login: 'superagente', queries: ['', 'page=3', 'search=rosa'] },
]

/** The statements of a request that read users, except those of authentication. */
const ownStatements = (statements: readonly Statement[]): Statement[] =>
  statements.filter(({ text }) => /from "users?[_"]/.test(text) && !/"sessions"/.test(text))

async function run(bench: Bench, users: number): Promise<boolean> {
  const tokens = {
    sa: await bench.tokenOf('sa'),
    agente: await bench.tokenOf('agente'),
    superagente: await bench.tokenOf('superagente'),
  }
  printHeading(`${users} users, ${bench.rounds} requests each, one at a time`)
  let missed = false
  for (const { name, login = 'sa', queries } of casesOf(users)) {
    const pages = queries.map((query) => `/api/users/short?limit=${PAGE_LIMIT}${query && `&${query}`}`)
    const counts = queries.map(
      (query) => `/api/users/size?${query.replace(/(^|&)(page|sort|order)=\w+/g, '')}`,
    )
    for (const [kind, paths] of [
      ['page', pages],
      ['count', counts],
    ] as const) {
      const row = await measure(bench, paths, tokens[login], ownStatements)
      missed = printRow(kind === 'page' ? name : '', kind, TARGETS[kind], row) || missed
    }
  }
  return missed
}

/** Measures the lists of a million users. */
export default function bench([users = '1000000', rounds = '200']: readonly string[]): Promise<number> {
  return withMeasuredServer({
    settings: SETTINGS,
    rounds: Number(rounds),
    fill: async (client) => {
      await addUsers(client, Number(users))
      return `${users} users`
    },
    run: (measured) => run(measured, Number(users)),
  })
}
