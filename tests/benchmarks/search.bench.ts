import { ask } from './ask.ts'
import { timeRepeated } from './measure.ts'
import { type Bench, withMeasuredServer } from './measured-server.ts'
import { addFilms, addTransactions } from './million-records.ts'
import { addUsers } from './million-users.ts'
import { faultsOf } from './plan-check.ts'

const SETTINGS = ['shared_buffers=2GB', 'effective_cache_size=4GB', 'max_wal_size=4GB', 'autovacuum=off']
/** Goal of the 95th percentile, in ms. */
const GOAL = 100
const FILMS = 50_000
const LARGE = /^(users|licences|license_transactions|movies)$/

/** Texts typed one after the other on the way to a name, and the slowest ones. */
const SEARCHES: Readonly<Record<string, readonly string[]>> = {
  'one letter or two': ['r', 'ro', '12'],
  'a common name': ['ros', 'rosa', 'rosa perez'],
  'a surname': ['lantigua', 'rez gue'],
  'one user': ['belkis.lantigua7740', '7740'],
  'a telephone': ['809-555-0123', '8095550'],
  'a reference': ['000123', '77777'],
  'a title': ['isla', 'minima 777'],
  nothing: ['zzzzzz', '%%%', 'x q z w'],
}

async function measure(bench: Bench, users: number): Promise<boolean> {
  const { server, client, recorder, rounds } = bench
  await addUsers(client, users)
  await addTransactions(client, users, users)
  await addFilms(bench, FILMS)
  console.log(
    `\nMilliseconds of GET /api/search, ${users} users and transactions, ${FILMS} films, ${rounds} requests each`,
  )
  console.log('\n| search | by | p50 | p95 | plans |\n| --- | --- | --- | --- | --- |')
  let missed = false
  for (const login of ['sa', 'superagente', 'agente']) {
    const token = await bench.tokenOf(login)
    for (const [name, texts] of Object.entries(SEARCHES)) {
      const paths = texts.map((q) => `/api/search?${new URLSearchParams({ q })}`)
      const { p50, p95 } = await timeRepeated(paths, rounds, (path) => ask(`${server.url}${path}`, token))
      const faults: string[] = []
      for (const path of paths)
        faults.push(...(await faultsOf(client, await recorder.statementsOf(path, token), LARGE)))
      const note = p95 > GOAL ? ` over ${GOAL}` : ''
      console.log(
        `| ${name} | ${login} | ${p50.toFixed(1)} | ${p95.toFixed(1)}${note} | ${[...new Set(faults)].join(', ') || '–'} |`,
      )
      missed = missed || p95 > GOAL || faults.length > 0
    }
  }
  return missed
}

/** Measures the global search with this many users and transactions. */
export default function bench([users = '1000000', rounds = '60']: readonly string[]): Promise<number> {
  return withMeasuredServer({
    settings: SETTINGS,
    rounds: Number(rounds),
    fill: async () => 'an empty database',
    run: (measured) => measure(measured, Number(users)),
  })
}
