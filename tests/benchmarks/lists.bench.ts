import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { LIST_LIMIT } from '../../src/domain/contract/list-limit.ts'
import { ask } from './ask.ts'
import { timingsOf } from './measure.ts'
import { type Bench, withMeasuredServer } from './measured-server.ts'
import { addAuditEvents, addBatch, addFilms, addTransactions, eventBatch } from './million-records.ts'
import { addUsers, customersOfAgente, idOfUser } from './million-users.ts'
import { addVisits, contentId, episodeId, groupId, userId } from './million-visits.ts'
import { faultsOf } from './plan-check.ts'
import { millisecondsBetween, parentOf, usedByBackends, usedByThreads } from './processor-time.ts'
import type { Statement } from './recorder.ts'

// No writes occur during measurements, and autovacuum would distort them.
const SETTINGS = ['shared_buffers=4GB', 'effective_cache_size=12GB', 'max_wal_size=8GB', 'autovacuum=off']
const LIMIT = 25
/** Goals of the 95th percentile, in ms. */
const GOALS = { page: 20, count: 50, search: 100, report: 100 }
/** Goal of reports over a year and over everything, in ms. */
const LONG_REPORT = 1_000
/** Time limit per case in ms: a few requests suffice for slow ones. */
const BUDGET = 3_000
const FEWEST = 3

type Login = 'sa' | 'agente' | 'superagente'

/** A named parameter value as used by operators. */
interface Named {
  name: string
  query: string
  login?: Login
}

interface List {
  path: string
  /** Path of the rows, if not `path`. */
  pages?: string
  /** Tables whose size grows with the list, and their partitions. */
  large: RegExp
  /** Largest number of rows in the product's goals. */
  rows: number
  fill: (bench: Bench, rows: number) => Promise<Samples>
  named: Named[]
  /** Further paths, and their goals. */
  reports?: { path: string; goal: number; login?: Login }[]
}

/** Values for the contract's filters, and words to search for. */
interface Samples {
  filters: Record<string, string[]>
  searches: string[]
}

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
const month = `dateBeging=${day(60)}&dateFinish=${day(30)}`
const year = `dateBeging=${day(400)}&dateFinish=${day(35)}`
const days = { dateBeging: [day(30), day(400)], dateFinish: [day(30), day(400)] }

async function profileOf({ client }: Bench, name: string): Promise<string> {
  const { rows } = await client.query<{ id: string }>('select _id as id from profiles where name = $1', [
    name,
  ])
  return rows[0]?.id ?? ''
}

const LISTS: Record<string, List> = {
  users: {
    path: '/api/users',
    pages: '/api/users/short',
    large: /^users$/,
    rows: 5_000_000,
    fill: async (bench, rows) => {
      await addUsers(bench.client, rows)
      return {
        filters: {
          dateBeging: [day(0), day(-300)],
          dateFinish: [day(0), day(-7), day(700)],
          registerFrom: [day(7), day(700)],
          registerTo: [day(7), day(1390)],
          platform: ['com.cartelera.roku.tv', 'com.cartelera.stb.tv'],
          useTvList: ['true', 'false'],
          demo: ['true', 'false'],
          profile: [await profileOf(bench, 'agent'), await profileOf(bench, 'app')],
          lowBalance: ['true'],
          batch: [await addBatch(bench.client, 'users', 20_000)],
        },
        searches: ['mar', 'rosa', 'rodrig', 'juan perez', 'rosa 809555', 'zzzz'],
      }
    },
    named: [
      { name: 'expires this week', query: `dateBeging=${day(0)}&dateFinish=${day(-7)}&sort=dateExpire` },
      { name: 'expired, last first', query: `dateFinish=${day(1)}&sort=dateExpire&order=desc` },
      { name: 'platform and TV lists', query: 'platform=com.cartelera.roku.tv&useTvList=true' },
      { name: 'new this week, by name', query: `registerFrom=${day(7)}` },
      { name: 'name on a platform', query: 'search=rosa&platform=com.cartelera.stb.tv' },
      { name: 'name, last sign-in first', query: 'search=perez&sort=lastLogin&order=desc' },
      { name: 'agent, own customers', query: '', login: 'agente' },
      { name: 'agent, by expiry', query: 'sort=dateExpire', login: 'agente' },
      { name: 'agent, by e-mail', query: 'sort=email', login: 'agente' },
      { name: 'agent, search', query: 'search=rosa', login: 'agente' },
      { name: 'superagent, all', query: '', login: 'superagente' },
      { name: 'superagent, search', query: 'search=rosa', login: 'superagente' },
      { name: 'superagent, by expiry', query: 'sort=dateExpire', login: 'superagente' },
      { name: 'superagent, by e-mail', query: 'sort=email', login: 'superagente' },
    ],
    reports: [{ path: '/api/users/expiring', goal: 20 }],
  },
  transactions: {
    path: '/api/license_transactions',
    large: /^(license_transactions|users)$/,
    rows: 10_000_000,
    fill: async ({ client }, rows) => {
      // At three million rows a superagent has 26,000 customers.
      const users = Math.min(1_000_000, Math.max(5_000, Math.floor(rows / 3)))
      await addUsers(client, users)
      await addTransactions(client, rows, users)
      return {
        filters: {
          ...days,
          type: ['1', '2', '4'],
          period: ['MESES', 'DIAS'],
          status: ['CREATED', 'PROCESSED'],
          userCreated: [idOfUser(21), idOfUser(40)],
          userLicensed: customersOfAgente(users).slice(0, 2),
        },
        searches: ['mar', 'rosa', 'juan perez', '4813', 'zzzz'],
      }
    },
    named: [
      { name: 'sales of a month', query: `type=1&${month}` },
      { name: 'sales of a seller', query: `type=1&userCreated=${idOfUser(21)}` },
      {
        name: 'seller, a year, by amount',
        query: `userCreated=${idOfUser(22)}&${year}&sort=total&order=desc`,
      },
      { name: 'pending, oldest first', query: 'status=CREATED&sort=date' },
      { name: 'customer, a month', query: `search=rosa&${month}` },
      { name: 'agent, own', query: '', login: 'agente' },
      { name: 'agent, search', query: 'search=rosa', login: 'agente' },
      { name: 'superagent, all', query: '', login: 'superagente' },
      { name: 'superagent, search', query: 'search=rosa', login: 'superagente' },
    ],
    reports: [
      { path: '/api/license_transactions/summary', goal: LONG_REPORT },
      { path: `/api/license_transactions/summary?${month}`, goal: GOALS.report },
      { path: `/api/license_transactions/summary?${year}`, goal: LONG_REPORT },
      { path: '/api/license_transactions/totals', goal: LONG_REPORT },
      { path: `/api/license_transactions/totals?${month}`, goal: GOALS.report },
      { path: `/api/license_transactions/summary?${year}`, goal: 200, login: 'superagente' },
    ],
  },
  issues: {
    path: '/api/issues',
    large: /^issues(_|$)(?!groups|days)/,
    rows: 10_000_000,
    fill: async ({ client, url }, rows) => {
      await addVisits(client, url, 1_000, rows)
      return {
        filters: {
          ...days,
          status: ['false', 'true'],
          issueType: ['AUDIO', 'OTHER'],
          mediaType: ['Movie', 'Sport'],
          mediaId: [contentId(0), contentId(900)],
          assignee: ['me', 'none'],
          groups: [groupId(0), groupId(6_303)],
        },
        searches: ['isla', '4813', 'dulce', 'zzzz'],
      }
    },
    named: [
      { name: 'open links of series', query: 'status=false&issueType=LINK&mediaType=Serie' },
      { name: 'repaired, films, a year', query: `status=true&mediaType=Movie&${year}` },
      { name: 'a title, sound, a year', query: `mediaId=${contentId(0)}&issueType=AUDIO&${year}` },
      { name: 'open, by title', query: 'status=false&sort=title' },
      { name: 'open, search', query: 'search=dulce&status=false' },
    ],
    reports: [
      { path: '/api/issues/groups?limit=25', goal: GOALS.page },
      { path: `/api/issues/groups?limit=25&${month}`, goal: GOALS.report },
      { path: '/api/issues/groups/size', goal: GOALS.count },
      { path: `/api/issues/groups/size?${month}`, goal: GOALS.count },
    ],
  },
  audit: {
    path: '/api/audit',
    large: /^audit_(entries|personal)/,
    rows: 10_000_000,
    fill: async ({ client }, rows) => {
      await addUsers(client, 1_000)
      await addAuditEvents(client, rows)
      return {
        filters: {
          ...days,
          view: ['changes', 'access'],
          action: ['update', 'sign-in-failed', 'password'],
          resource: ['license_transactions', 'movies'],
          record: ['01930009-0000-7000-8000-000000000010', '01930009-0000-7000-8000-000000001000'],
          user: [idOfUser(1), idOfUser(300)],
          batch: [eventBatch(0), eventBatch(Math.floor(rows / 40_000))],
          settings: ['pageSize', 'pageSize,creditPriceMonthly'],
        },
        searches: ['isla', 'agente21', '10.0.7', 'zzzz'],
      }
    },
    named: [
      { name: 'a person, a month', query: `user=${idOfUser(1)}&${month}` },
      { name: 'a record, its changes', query: 'record=01930009-0000-7000-8000-000000000010&action=update' },
      { name: 'failed sign-ins, a month', query: `action=sign-in-failed&${month}` },
      { name: 'deletions of films', query: 'action=delete&resource=movies' },
      { name: 'search, a month', query: `search=isla&${month}` },
    ],
  },
  visits: {
    path: '/api/histories',
    large: /^histories(_|$)/,
    rows: 20_000_000,
    fill: async ({ client, url }, rows) => {
      await addVisits(client, url, rows, 1_000)
      return {
        filters: {
          ...days,
          userId: [0, 40, 90_000].map(userId),
          contentId: [0, 7, 900].map(contentId),
          episodeId: [61, 9_003].map(episodeId),
          mediaType: ['Movie', 'Music'],
        },
        searches: ['isla', 'noc', '4813', 'belkis7740', 'zzzz'],
      }
    },
    named: [
      { name: 'series of a month', query: `mediaType=Serie&${month}` },
      { name: 'a title, a year', query: `contentId=${contentId(0)}&mediaType=Movie&${year}` },
      { name: 'a viewer, films, a year', query: `userId=${userId(3)}&mediaType=Movie&${year}` },
      { name: 'search, series, a year', query: `search=isla&mediaType=Serie&${year}` },
      { name: 'two words, a month', query: `search=dulce+carmen&${month}` },
    ],
    reports: [
      { path: '/api/histories/summary', goal: LONG_REPORT },
      { path: `/api/histories/summary?${year}`, goal: LONG_REPORT },
    ],
  },
  catalogue: {
    path: '/api/movies',
    pages: '/api/movies/short',
    large: /^movies$/,
    rows: 200_000,
    fill: async (bench, rows) => {
      const category = await addFilms(bench, rows)
      return {
        filters: {
          status: ['true', 'false'],
          category: [category],
          onlyLinkReserved: ['true'],
          linkHost: ['cdn7.ejemplo.example', '*.ejemplo.example', 'otro.example'],
          imdbId: ['tt00000777'],
          quality: ['no_link', 'no_cover', 'duplicate', 'no_film_database'],
          publication: ['scheduled', 'ending', 'blocked', 'none'],
          batch: [await addBatch(bench.client, 'movies', 20_000)],
        },
        searches: ['isla', 'dulce drama', 'ref4813', 'zzzz'],
      }
    },
    named: [
      { name: 'hidden, last edited first', query: 'status=false&sort=dateUpdate&order=desc' },
      { name: 'category, most viewed first', query: 'category={category}&sort=view&order=desc' },
      { name: 'reserved links, by title', query: 'onlyLinkReserved=true&sort=title' },
      { name: 'search, by year', query: 'search=isla&sort=year&order=desc' },
      { name: 'host, by title', query: 'linkHost=cdn7.ejemplo.example&sort=title' },
      { name: 'host as a word', query: 'search=cdn7.ejemplo.example' },
    ],
    reports: [{ path: '/api/links/hosts', goal: LONG_REPORT }],
  },
}

const parameter = z.object({
  name: z.string(),
  in: z.string(),
  schema: z.object({ enum: z.array(z.string()).optional() }).optional(),
})
const contract = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ parameters: z.array(parameter).optional() }))),
})

/** Parameters common to all lists. */
const COMMON = ['page', 'limit', 'search', 'sort', 'order', 'ids']

/** The contract's sorts and filters of a list. */
async function queryOf({ server }: Bench, path: string) {
  const { paths } = contract.parse(await (await fetch(`${server.url}/api/openapi.json`)).json())
  const parameters = paths[path]?.get?.parameters?.filter((each) => each.in === 'query') ?? []
  const sorts = parameters.find(({ name }) => name === 'sort')?.schema?.enum ?? []
  const filters = parameters.map(({ name }) => name).filter((name) => !COMMON.includes(name))
  if (sorts.length === 0) throw new Error(`The contract has no sorts of ${path}`)
  return { sorts, filters }
}

type Kind = keyof typeof GOALS

interface Measured {
  name: string
  /** Stable across runs, days and ids. */
  key: string
  kind: Kind
  p50: number
  p95: number
  /** Mean CPU time of server and PostgreSQL, which is hardly affected by other work on the machine. */
  processor: number
  goal: number
  faults: string[]
}

interface Asking {
  bench: Bench
  large: RegExp
  tokens: Record<Login, string>
  rows: Measured[]
  /** CPU time of both since the last call, in ms. */
  processorTime: () => number
}

const bulk = (statements: readonly Statement[], large: RegExp): Statement[] =>
  statements.filter(({ text }) => {
    const tables = [...text.matchAll(/(?:from|join) "(\w+)"/g)].map(([, table]) => table ?? '')
    return (
      /^\s*(select|with)\b/.test(text) && !/"sessions"/.test(text) && tables.some((each) => large.test(each))
    )
  })

const cells = (...texts: string[]) => console.log(`| ${texts.join(' | ')} |`)

/** Measures requests in turn, checks the plans of their statements and prints a row. */
async function measure(
  { bench, large, tokens, rows, processorTime }: Asking,
  { name, key = name, kind, goal = GOALS[kind] }: { name: string; key?: string; kind: Kind; goal?: number },
  paths: readonly string[],
  login: Login = 'sa',
): Promise<void> {
  const durations: number[] = []
  const faults: string[] = []
  const request = async (path: string) => {
    const start = performance.now()
    try {
      await ask(`${bench.server.url}${path}`, tokens[login])
    } catch (error) {
      const [, status = 'failed'] = /: (\d{3}) /.exec(String(error)) ?? []
      faults.push(`answers ${status}`)
    }
    return performance.now() - start
  }
  const started = performance.now()
  for (const path of paths) await request(path)
  processorTime()
  for (let round = 0; round < bench.rounds; round++) {
    if (round >= FEWEST && performance.now() - started > BUDGET) break
    durations.push(await request(paths[round % paths.length] ?? ''))
  }
  const processor = processorTime() / durations.length
  try {
    for (const path of paths) {
      const statements = bulk(await bench.recorder.statementsOf(path, tokens[login]), large)
      faults.push(...(await faultsOf(bench.client, statements, large)))
    }
  } catch (error) {
    faults.push(
      error instanceof Error && /timeout|503/.test(error.message) ? 'too slow to plan' : String(error),
    )
  }
  const measured = { name, key, kind, goal, ...timingsOf(durations), processor, faults: [...new Set(faults)] }
  rows.push(measured)
  print(measured)
}

function print({ name, kind, p50, p95, processor, goal, faults }: Measured): void {
  const missed = p95 > goal ? ` (${(p95 / goal).toFixed(1)}×)` : ''
  cells(
    name,
    kind,
    ...[p50, p95, processor].map((ms) => ms.toFixed(1)),
    `${goal}${missed}`,
    faults.join(', '),
  )
}

const withoutPaging = (query: string) => query.replace(/(^|&)(page|sort|order)=\w+/g, '').replace(/^&/, '')

async function measureList(asking: Asking, list: List, samples: Samples, total: number): Promise<void> {
  const { bench } = asking
  const pages = list.pages ?? list.path
  const { sorts, filters } = await queryOf(bench, pages)
  const page = (query: string) => `${pages}?limit=${LIMIT}${query && `&${query}`}`
  const count = (query: string) => `${list.path}/size?${withoutPaging(query)}`
  const both = async (name: string, queries: readonly string[], login?: Login, key = name) => {
    const isSearch = queries.some((query) => /(^|&)search=/.test(query))
    await measure(asking, { name, key, kind: isSearch ? 'search' : 'page' }, queries.map(page), login)
    const counted = { name: `${name}, counted`, key: `${key}, counted` }
    await measure(asking, { ...counted, kind: isSearch ? 'search' : 'count' }, queries.map(count), login)
  }
  const last = Math.ceil(Math.min(total, LIST_LIMIT.rows) / LIMIT)
  await both('no filter', ['', 'page=2', 'page=7'])
  await measure(asking, { name: 'last page', kind: 'page' }, [page(`page=${last}`)])
  for (const sort of sorts) {
    for (const order of ['asc', 'desc'])
      await measure(asking, { name: `by ${sort} ${order}`, kind: 'page' }, [
        page(`sort=${sort}&order=${order}`),
      ])
    await measure(asking, { name: `by ${sort}, last page`, kind: 'page' }, [
      page(`sort=${sort}&page=${last}`),
    ])
  }
  for (const filter of filters) {
    const values = samples.filters[filter]
    if (!values) throw new Error(`No values for the filter ${filter} of ${list.path}`)
    for (const [index, value] of values.entries()) {
      const query = `${filter}=${value}`
      await both(query, [query], undefined, `${filter} ${index + 1}`)
    }
  }
  for (const search of samples.searches)
    await both(`search=${search}`, [`search=${encodeURIComponent(search)}`])
  for (const { name, query, login } of list.named) {
    const filled = query.replace(/\{(\w+)\}/g, (_, filter) => samples.filters[filter]?.[0] ?? '')
    await both(name, [filled], login)
  }
  for (const [index, { path, goal, login }] of (list.reports ?? []).entries()) {
    const named = { name: `${path.slice(list.path.length + 1)} ${login ?? ''}`, key: `report ${index + 1}` }
    await measure(asking, { ...named, kind: 'report', goal }, [path], login)
  }
}

/**
 * Prints missed goals, worst first. Cases that exceed their goal by wall-clock time only are just counted, as that
 * means little on a busy machine.
 */
function printMissed(name: string, rows: readonly Measured[]): boolean {
  const share = ({ processor, goal }: Measured) => processor / goal
  const isSlow = (row: Measured) => share(row) > 1 || row.faults.length > 0
  const slow = rows.filter(isSlow).sort((one, other) => share(other) - share(one))
  const late = rows.filter((row) => row.p95 > row.goal && !isSlow(row)).length
  console.log(
    `\n${name}: ${slow.length} of ${rows.length} take more processor time than their goal or have a bad plan, the worst first; ${late} more were late on the clock:\n`,
  )
  heading()
  for (const row of slow) print(row)
  return slow.length + late > 0
}

function heading(): void {
  cells('request', 'kind', 'p50', 'p95', 'processor', 'goal', 'plan')
  cells('---', '---', '---', '---', '---', '---', '---')
}

/** CPU time of the server and of PostgreSQL since the last call. */
async function meter({ server, client, url }: Bench): Promise<() => number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = parentOf(rows[0]?.pid ?? 0)
  const database = new URL(url).pathname.slice(1)
  const read = () => [usedByThreads(server.pid), usedByBackends(postmaster, database)] as const
  let last = read()
  return () => {
    const [before, now] = [last, read()]
    last = now
    return millisecondsBetween(before[0], now[0]) + millisecondsBetween(before[1], now[1])
  }
}

/** Results of a list at one size. */
const savedList = z.object({
  rows: z.number(),
  requests: z.array(
    z.object({
      name: z.string(),
      key: z.string(),
      kind: z.enum(['page', 'count', 'search', 'report']),
      goal: z.number(),
      p95: z.number(),
      processor: z.number(),
    }),
  ),
})
const saved = z.record(z.string(), savedList)
type SavedList = z.infer<typeof savedList>
type SavedRequest = SavedList['requests'][number]

/** Maximum ratio of a figure to that at the smaller size. */
const GROWTH = 1.5

const worstBy = <Item>(items: readonly Item[], of: (item: Item) => number): Item | undefined =>
  items.reduce<Item | undefined>(
    (worst, each) => (worst === undefined || of(each) > of(worst) ? each : worst),
    undefined,
  )

/** Prints the figures for the goals, one line per list and kind of request. */
function printGoals(
  lists: Readonly<Record<string, SavedList>>,
  base: Readonly<Record<string, SavedList>>,
): void {
  console.log(
    `\nThe slowest request of each kind in ms, and how many times its figure at the smaller size each takes (goal ${GROWTH}×):\n`,
  )
  cells('list, rows', 'kind', 'p95', 'goal', 'slowest', 'processor', 'most', 'grown, p95', 'grown, processor')
  cells(...Array.from({ length: 9 }, () => '---'))
  for (const [name, { rows, requests }] of Object.entries(lists))
    for (const kind of ['page', 'count', 'search', 'report'] as const) {
      const ofKind = requests.filter((each) => each.kind === kind)
      const slowest = worstBy(ofKind, ({ p95, goal }) => p95 / goal)
      const most = worstBy(ofKind, ({ processor, goal }) => processor / goal)
      if (!slowest || !most) continue
      const before = base[name]?.rows === rows ? undefined : base[name]
      cells(
        `${name}, ${rows}`,
        `${kind}, ${ofKind.length}`,
        slowest.p95.toFixed(1),
        `${slowest.goal}${slowest.p95 > slowest.goal ? ' missed' : ''}`,
        slowest.name,
        `${most.processor.toFixed(1)}${most.processor > most.goal ? ' missed' : ''}`,
        most.name,
        grown(ofKind, before, ({ p95 }) => p95),
        grown(ofKind, before, ({ processor }) => processor),
      )
    }
}

/**
 * The worst figure of a kind next to that at the smaller size, and the number of requests that exceed the permitted
 * growth.
 */
function grown(
  requests: readonly SavedRequest[],
  base: SavedList | undefined,
  of: (request: SavedRequest) => number,
): string {
  const pairs = requests.flatMap((now) => {
    const before = base?.requests.find(({ key, kind }) => key === now.key && kind === now.kind)
    return before ? [{ now, before, times: of(now) / of(before) }] : []
  })
  if (pairs.length === 0) return '–'
  const [worst, worstBefore] = (['now', 'before'] as const).map((when) =>
    Math.max(...pairs.map((pair) => of(pair[when]))),
  )
  const above = pairs.filter(({ times }) => times > GROWTH)
  const most = worstBy(above, ({ times }) => times)
  const all = `${((worst ?? 0) / (worstBefore ?? 0)).toFixed(1)}×`
  return most ? `${all}; ${above.length} above, most ${most.now.name} ${most.times.toFixed(1)}×` : all
}

async function run(bench: Bench, name: string, list: List, rows: number): Promise<Measured[]> {
  const start = performance.now()
  const samples = await list.fill(bench, rows)
  await bench.client.query('set statement_timeout = 60000')
  const seconds = ((performance.now() - start) / 1000).toFixed(0)
  const isOfUsers = name === 'users' || name === 'transactions'
  const sa = await bench.tokenOf('sa')
  const tokens = {
    sa,
    agente: isOfUsers ? await bench.tokenOf('agente') : sa,
    superagente: isOfUsers ? await bench.tokenOf('superagente') : sa,
  }
  const { rows: sizes } = await bench.client.query<{ database: string; log: string }>(
    `select pg_size_pretty(pg_database_size(current_database())) as database,
      (select pg_size_pretty(sum(size)) from pg_ls_waldir()) as log`,
  )
  console.log(
    `\n${name}: ${rows} rows, built in ${seconds} s; the database takes ${sizes[0]?.database}, its write-ahead log ${sizes[0]?.log}. Milliseconds over HTTP, one at a time:\n`,
  )
  heading()
  const processorTime = await meter(bench)
  const asking: Asking = { bench, large: list.large, tokens, rows: [], processorTime }
  await measureList(asking, list, samples, rows)
  return asking.rows
}

/** Parses the arguments: numbers of rows, names of lists, and files. */
function argumentsOf(all: readonly string[]) {
  const option = (name: string) => all.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3)
  const [first = '', ...others] = all.filter((each) => !each.startsWith('--'))
  const sizes = first === '' ? [undefined] : first.split(',').map(Number)
  if (sizes.some((rows) => rows !== undefined && !(rows >= 1_000)))
    throw new RangeError(`No number of rows: ${first}`)
  const unknown = others.filter((name) => !(name in LISTS))
  if (unknown.length > 0) throw new RangeError(`No list ${unknown}; there are ${Object.keys(LISTS)}`)
  return { sizes, names: others, base: option('base'), save: option('save') }
}

const readSaved = (file: string) => saved.parse(JSON.parse(readFileSync(file, 'utf8')))

/**
 * Measures each sort and each filter of the contract individually, and named pairs, on lists with a table of the given
 * number of rows, or of several sizes, as in `100000,5000000`; further arguments select lists by name. Figures are
 * compared with those of `--base=<file>`, or with those of the first size, and added to `--save=<file>`.
 */
export default async function bench(all: readonly string[]): Promise<number> {
  const { sizes, names, base, save } = argumentsOf(all)
  const before: Record<string, SavedList> = base === undefined ? {} : readSaved(base)
  const lists: Record<string, SavedList> = {}
  let missed = false
  for (const [name, list] of Object.entries(LISTS)) {
    if (names.length > 0 && !names.includes(name)) continue
    for (const rows of sizes.map((size) => size ?? list.rows)) {
      const requests: Measured[] = []
      await withMeasuredServer({
        settings: SETTINGS,
        rounds: 40,
        fill: async () => `an empty database for ${name}`,
        run: async (measured) => {
          requests.push(...(await run(measured, name, list, rows)))
          return false
        },
      })
      missed = printMissed(name, requests) || missed
      const figures = savedList.parse({ rows, requests })
      before[name] ??= figures
      lists[name] = figures
      if (save !== undefined)
        writeFileSync(
          save,
          JSON.stringify({ ...(existsSync(save) && readSaved(save)), [name]: figures }, null, 1),
        )
    }
  }
  printGoals(lists, before)
  return missed ? 1 : 0
}
