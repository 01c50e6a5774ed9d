import type { Flag } from '../../../src/domain/access/permissions.ts'
import type { MatrixCaller } from './callers.ts'

/** A row of the route table, alone or with a flag: `movie-list`, `movie-edit:modify`; `&` joins two. */
export type Permission = string

/** Callers that get neither 401 nor 403. */
type Need =
  | 'anyone'
  | 'any session'
  | 'apps of viewers'
  | 'web sessions'
  | readonly [Permission, ...Permission[]]

/** Expected status as on the page, `own/foreign`; or by permission, the first one held decides. */
type Answer = string | { readonly [permission: Permission]: string; readonly else: string }

/**
 * Expected responses by the rules of access and scope (rules A9, U1). An empty one for resellers or sa equals that of
 * all others. The last column describes the own and the foreign row.
 */
type Row = readonly [
  endpoint: string,
  needs: Need,
  answer: Answer,
  resellers?: string,
  sa?: string,
  rows?: string,
]

const any = (name: string): readonly [string, string, string] => [
  `${name}-list`,
  `${name}-create`,
  `${name}-edit`,
]

// biome-ignore-start format: tables
/** The trash needs the permission to delete (rule W16). */
const trash = (path: string, name: string): Row[] => [
  [`GET ${path}/trash`, [`${name}-edit:delete`], '200'],
  [`GET ${path}/trash/size`, [`${name}-edit:delete`], '200'],
  [`POST ${path}/:id/restore`, [`${name}-edit:delete`], '200'],
]
/** The expected number is wrong, so that nothing is started. */
const bulk = (path: string, name: string): Row => [
  `POST ${path}/bulk`,
  [`${name}-edit:modify`, `${name}-edit:delete`],
  {
    [`${name}-edit:modify & ${name}-edit:delete`]: '409',
    [`${name}-edit:modify`]: '409/403',
    else: '403/409',
  },
  '',
  '',
  'an update / a deletion',
]
/** Reading needs any route of the entity, each write the flag of its own route (rule A9). */
const entity = (path: string, name: string, reading: Need = any(name)): Row[] => [
  [`GET ${path}`, reading, '200'],
  [`GET ${path}/short`, reading, '200'],
  [`GET ${path}/size`, reading, '200'],
  [`GET ${path}/export`, reading, '200'],
  [`GET ${path}/:id`, reading, '200'],
  [`POST ${path}`, [`${name}-create:register`], '201'],
  [`PUT ${path}/:id`, [`${name}-edit:modify`], '200'],
  [`DELETE ${path}/:id`, [`${name}-edit:delete`], '200'],
  ...trash(path, name),
  bulk(path, name),
  // An empty file is admitted and then refused.
  [`POST ${path}/imports`, [`${name}-create:register`, `${name}-edit:modify`], '422'],
  [`GET ${path}/imports`, [`${name}-create:register`, `${name}-edit:modify`], '200'],
]

const VIEWS = 'a view of one’s own / another user’s'
/** A merge deletes one record and changes another (rule K26). The other record does not exist, so nothing is merged. */
const merged = (path: string, name: string): Row[] => [
  [`GET ${path}/duplicates`, any(name), '200'],
  [`GET ${path}/duplicates/size`, any(name), '200'],
  [`POST ${path}/:id/merge`, [`${name}-edit:modify & ${name}-edit:delete`], '404'],
]

const CUSTOMERS = 'a customer of one’s own (of one’s agent) / another user’s'

const SERVICE: readonly Row[] = [
  // endpoint                may be called by   answer  resellers  sa
  ['GET /health', 'anyone', '200'],
  ['GET /ready', 'anyone', '200'],
  ['GET /api/openapi.json', 'anyone', '200'],
  ['GET /api/docs', 'anyone', '200'],
  ['GET /baja/:token', 'anyone', '200'],
  ['POST /baja/:token', 'anyone', '200'],
  ['GET /pictures/:kind/*', 'anyone', '200'],
  // Only searches the lists that the caller may read: here, users.
  [
    'GET /api/search',
    'web sessions',
    { 'user-list': '200', 'user-edit': '200', else: '200∅' },
    '200/200∅',
    '',
    CUSTOMERS,
  ],
  ['GET /api/notices', 'web sessions', '403', '', '200'],
  // A view needs the permission to open its list: here, films.
  ['GET /api/views', ['movie-list'], '200'],
  ['POST /api/views', ['movie-list'], '201/403', '', '201', 'a view of one’s own / for the profile of sa'],
  ['PUT /api/views/:id', 'web sessions', { 'movie-list': '200/404', else: '404' }, '', '', VIEWS],
  ['DELETE /api/views/:id', 'web sessions', { 'movie-list': '200/404', else: '404' }, '', '', VIEWS],
  ['POST /auth/local', 'anyone', '200'],
  // The challenges do not exist.
  ['POST /auth/second-factor', 'anyone', '401'],
  ['POST /auth/second-factor/options', 'anyone', '401'],
  ['POST /auth/second-factor/enrol', 'anyone', '401'],
  ['POST /auth/second-factor/enrol/verify', 'anyone', '401'],
  ['POST /auth/confirm/options', 'web sessions', '200'],
  ['GET /api/me/factors', 'web sessions', '200'],
  ['POST /api/me/factors', 'web sessions', '200'],
  // Nothing was begun, and there is no factor.
  ['POST /api/me/factors/verify', 'web sessions', '409'],
  ['POST /api/me/factors/recovery-codes', 'web sessions', '409'],
  ['DELETE /api/me/factors/:id', 'web sessions', '404'],
  ['POST /auth/logout', 'any session', '204'],
  ['POST /auth/confirm', 'web sessions', '204'],
  ['GET /api/me/sessions', 'web sessions', '200'],
  ['DELETE /api/me/sessions', 'web sessions', '200'],
  // Other users' sessions are answered with 404, for any caller.
  ['DELETE /api/me/sessions/:id', 'web sessions', '404'],
]

/** A key cannot use these, whatever its permissions (rule A18). */
const FOR_PEOPLE: ReadonlySet<string> = new Set([
  'POST /auth/logout',
  'POST /auth/confirm',
  'POST /auth/confirm/options',
  'GET /api/me/factors',
  'POST /api/me/factors',
  'POST /api/me/factors/verify',
  'POST /api/me/factors/recovery-codes',
  'DELETE /api/me/factors/:id',
  'GET /api/me/sessions',
  'DELETE /api/me/sessions',
  'DELETE /api/me/sessions/:id',
  'GET /api/users/:id/sessions',
  'DELETE /api/users/:id/sessions',
  'GET /api/keys',
  'GET /api/keys/size',
  'GET /api/keys/export',
  'POST /api/keys',
  'DELETE /api/keys/:id',
  'GET /api/views',
  'POST /api/views',
  'PUT /api/views/:id',
  'DELETE /api/views/:id',
  'POST /api/passwords/strength',
  'PUT /api/users/:id/password',
  'DELETE /api/users/demo',
  'POST /api/profiles',
  'PUT /api/profiles/:id',
  'DELETE /api/profiles/:id',
  'DELETE /api/channels/import/:id',
  'GET /api/batches',
  'GET /api/batches/:id',
  'POST /api/batches/:id/cancel',
  'POST /api/batches/:id/undo',
  'POST /api/jobs/:id/retry',
  'POST /api/issues/answers',
  'POST /api/webhooks',
  'PUT /api/webhooks/:id',
  'DELETE /api/webhooks/:id',
  'POST /api/webhooks/:id/secret',
  'POST /api/webhooks/:id/test',
  'POST /api/webhooks/:id/deliveries/:delivery/resend',
  'GET /api/imports/:id',
  'GET /api/imports/:id/rows',
  'PUT /api/imports/:id/mapping',
  'POST /api/imports/:id/apply',
  'DELETE /api/imports/:id',
])

/** Also those of every resource: changes of many records, and merges. */
const isForPeople = (endpoint: string): boolean =>
  FOR_PEOPLE.has(endpoint) ||
  (/\/(bulk|imports|merge)$/.test(endpoint) && endpoint !== 'POST /api/license_transactions/bulk')

const USERS: Need = ['user-list', 'user-edit']

/**
 * /signup is open to all, so creating users needs the flag of /admin (rules A9, U1, U4). Without `modify` or a higher rank
 * the old password is required (rule P2), which is wrong here. A custom profile gives the role admin, above resellers.
 */
const PEOPLE: readonly Row[] = [
  // endpoint                      may be called by            answer     resellers    sa   own / foreign row
  ['GET /api/users/me', 'any session', '200'],
  ['POST /api/passwords/strength', 'web sessions', '200'],
  ['GET /api/users', USERS, '200', '200/200∅', '', CUSTOMERS],
  ['GET /api/users/short', USERS, '200', '200/200∅', '', CUSTOMERS],
  ['GET /api/users/size', USERS, '200', '200/200∅', '', CUSTOMERS],
  ['GET /api/users/export', USERS, '200', '200/200∅', '', CUSTOMERS],
  ['GET /api/users/expiring', USERS, '200'],
  ['GET /api/users/expiring/days', USERS, '200'],
  ['GET /api/users/balance/low', USERS, '200'],
  ['GET /api/users/:id', USERS, '200', '200/404', '', CUSTOMERS],
  ['POST /api/users', ['user-list:register'], '201'],
  ['PUT /api/users/:id', ['user-edit:modify'], '200', '200/404', '', CUSTOMERS],
  ['DELETE /api/users/:id', ['user-edit:delete'], '200', '403/404', '', CUSTOMERS],
  // The expected number is wrong, so that nothing is started.
  [
    'POST /api/users/bulk',
    ['user-edit:modify', 'user-edit:delete'],
    { 'user-edit:modify & user-edit:delete': '409', 'user-edit:modify': '409/403', else: '403/409' },
    '',
    '',
    'an update / a deletion',
  ],
  ['POST /api/users/imports', ['user-list:register', 'user-edit:modify'], '422'],
  ['GET /api/users/imports', ['user-list:register', 'user-edit:modify'], '200'],
  ['GET /api/users/demo/expired', ['user-edit:delete'], '200', '403'],
  ['DELETE /api/users/demo', ['user-edit:delete'], '200', '403'],
  [
    'PUT /api/users/:id/password',
    USERS,
    { 'user-edit:modify': '204', else: '422' },
    '204/404',
    '',
    CUSTOMERS,
  ],
  ['GET /api/users/:id/sessions', ['user-edit:modify'], '200', '200/404', '', CUSTOMERS],
  ['DELETE /api/users/:id/sessions', ['user-edit:modify'], '200', '200/404', '', CUSTOMERS],
  ['GET /api/users/:id/factors', 'web sessions', '403', '', '200', CUSTOMERS],
  ['DELETE /api/users/:id/factors', 'web sessions', '403', '', '204', CUSTOMERS],
  ['POST /api/users/:id/notices', USERS, '204', '204/404', '', CUSTOMERS],
  ['GET /api/profiles', 'web sessions', '200'],
  ['GET /api/profiles/size', 'web sessions', '200'],
  ['GET /api/profiles/export', 'web sessions', '200'],
  ['GET /api/profiles/:id', ['profile-list'], '200'],
  ['POST /api/profiles', ['profile-list:register'], '201', '403'],
  // As above, nothing is started: permission is checked for each profile.
  ['POST /api/profiles/bulk', ['profile-list:delete'], '409'],
  [
    'PUT /api/profiles/:id',
    ['profile-list:modify'],
    '200/403',
    '403',
    '200',
    'a profile that grants nothing / the profile of sa',
  ],
  [
    'DELETE /api/profiles/:id',
    ['profile-list:delete'],
    {
      'user-list:register & user-edit:modify & credit-list:register & credit-balance': '200/409',
      else: '200/403',
    },
    '403/409',
    '',
    'a profile that grants nothing / the profile of agents, which is the system’s',
  ],
]

const KEYS = 'a key of one’s own / of another sa'

const SETTINGS: readonly Row[] = [
  // endpoint                           may be called by         answer  resellers  sa
  ['GET /api/settings', 'web sessions', '200'],
  ['PUT /api/settings', ['settings:modify'], '200'],
  ['PUT /api/settings/updateTvUrlBase', ['channel-list:modify'], '200'],
  ['GET /api/apk', ['settings'], '200'],
  ['GET /api/apk/facts', ['settings'], '200'],
  ['PUT /api/apk', ['settings:modify'], '403', '', '200'],
  ['GET /api/lookups/platforms', 'web sessions', '200'],
  ['GET /api/keys', ['key-list'], '200'],
  ['GET /api/keys/size', ['key-list'], '200'],
  ['GET /api/keys/export', ['key-list'], '200'],
  // An empty body: a key that grants only keys is refused.
  ['POST /api/keys', ['key-list:register'], '422'],
  ['DELETE /api/keys/:id', ['key-list:delete'], '200/404', '', '', KEYS],
  ['GET /api/webhooks', ['settings:modify'], '200'],
  ['POST /api/webhooks', ['settings:modify'], '201'],
  ['PUT /api/webhooks/:id', ['settings:modify'], '200'],
  ['DELETE /api/webhooks/:id', ['settings:modify'], '200'],
  ['POST /api/webhooks/:id/secret', ['settings:modify'], '200'],
  ['POST /api/webhooks/:id/test', ['settings:modify'], '202'],
  ['GET /api/webhooks/:id/deliveries', ['settings:modify'], '200'],
  ['POST /api/webhooks/:id/deliveries/:delivery/resend', ['settings:modify'], '204'],
]

const WRITING_FILMS = ['movie', 'documentary', 'on-demand', 'series'] as const
const EPISODES: readonly [string, string] = ['episode-list', 'episode-edit']

/** Resources checked for duplicates, including series. */
const FILMS = [
  ['/api/movies', 'movie'],
  ['/api/documentaries', 'documentary'],
  ['/api/discoveries', 'on-demand'],
  ['/api/musics', 'concert'],
  ['/api/sports', 'sport'],
] as const

const DATED: Need = [...any('series'), ...FILMS.flatMap(([, name]) => any(name))]

const PUBLISHED: Need = [...DATED, ...any('radio'), ...any('channel'), ...EPISODES]

/** The film look-up is for users who fill in forms; no key for the film database is configured here. */
const CONTENTS: readonly Row[] = [
  ...entity('/api/categories', 'category', 'web sessions'),
  ...FILMS.flatMap(([path, name]) => [...entity(path, name), ...merged(path, name)]),
  ...entity('/api/radios', 'radio'),
  ...entity('/api/series', 'series'),
  ...merged('/api/series', 'series'),
  // endpoint                                        may be called by              answer
  ['GET /api/contents/newest', DATED, '200'],
  ['GET /api/contents/publications', PUBLISHED, '200'],
  ['GET /api/quality', ['quality'], '200'],
  ['GET /api/series/all_episode/:id', EPISODES, '200'],
  ['GET /api/series/all_episode/:id/size', EPISODES, '200'],
  ['GET /api/series/all_episode/:id/export', EPISODES, '200'],
  ['GET /api/series/all_episode/:id/seasons', [...EPISODES, ...any('series')], '200'],
  ['GET /api/series/episode/:id', EPISODES, '200'],
  // There is no create route, so the flag of the list route counts.
  [
    'PUT /api/series/episode/:id',
    ['episode-list:register', 'episode-edit:modify'],
    {
      'episode-list:register & episode-edit:modify': '201/200',
      'episode-list:register': '201/403',
      else: '403/200',
    },
    '',
    '',
    'a new episode / one that exists',
  ],
  ['DELETE /api/series/episode/:serieId/:episodeId', ['episode-edit:delete'], '200'],
  ...trash('/api/series/episode', 'episode'),
  bulk('/api/series/episode', 'episode'),
  ['POST /api/series/episode/imports', ['episode-list:register', 'episode-edit:modify'], '422'],
  ['GET /api/series/episode/imports', ['episode-list:register', 'episode-edit:modify'], '200'],
  [
    'GET /api/lookups/film',
    [
      'episode-list:register',
      'episode-edit:modify',
      ...WRITING_FILMS.flatMap((name) => [`${name}-create:register`, `${name}-edit:modify`]),
    ],
    '503',
  ],
]

/** The requested guide does not exist, so none is fetched. */
const CHANNELS: readonly Row[] = [
  ...entity('/api/channels', 'channel'),
  ...entity('/api/channel/guides', 'guide', 'web sessions'),
  ...entity('/api/channel_lists', 'channel-list'),
  // endpoint                             may be called by                  answer
  ['GET /api/channel/guides/:id/channels', [...any('channel'), ...any('guide')], '404'],
  ['GET /api/channels/epg-proposals', ['channel-edit:modify'], '200'],
  ['POST /api/channels/epg-proposals', ['channel-edit:modify'], '409'],
  ['GET /api/channels/export.m3u', any('channel'), '200'],
  ['POST /api/channels/import/preview', ['channel-create:register'], '200'],
  ['POST /api/channels/import', ['channel-create:register'], '200'],
  ['GET /api/channels/import', any('channel'), '200'],
  ['GET /api/channels/import/size', any('channel'), '200'],
  ['DELETE /api/channels/import/:id', ['channel-edit:delete'], '200'],
]

const LINKED = ['episode', 'documentary', 'on-demand', 'concert', 'sport', 'radio', 'channel', 'channel-list']
const CHANGING_LINKS: Need = ['movie-edit:modify', ...LINKED.map((name) => `${name}-edit:modify`)]

/** The requested checks are of films; a wrong number is expected, and nothing is to be undone. */
const LINKS: readonly Row[] = [
  ['GET /api/links', any('movie'), '200'],
  ['POST /api/links/checks', ['movie-edit:modify'], '409'],
  ['GET /api/links/deactivations', CHANGING_LINKS, '200'],
  ['POST /api/links/deactivations/undo', CHANGING_LINKS, '409'],
]

const CREDITS: Need = ['credit-list', 'credit-balance']
const TRANSACTIONS = 'a transaction for a customer of one’s own / another user’s'
const CREATED = 'a transaction that one created / another user’s'

/** Rules A11, C16, C19. */
const LEDGER: readonly Row[] = [
  // endpoint                              may be called by            answer     resellers   sa  own / foreign row
  ['GET /api/license_transactions', CREDITS, '200', '200/200∅', '', TRANSACTIONS],
  ['GET /api/license_transactions/size', CREDITS, '200', '200/200∅', '', TRANSACTIONS],
  ['GET /api/license_transactions/export', CREDITS, '200', '200/200∅', '', TRANSACTIONS],
  ['GET /api/license_transactions/totals', CREDITS, '200', '200/200∅', '', TRANSACTIONS],
  ['GET /api/license_transactions/summary', CREDITS, '200', '200/200∅', '', TRANSACTIONS],
  ['GET /api/license_transactions/days', CREDITS, '200', '200/200∅', '', TRANSACTIONS],
  ['GET /api/license_transactions/summary/export', CREDITS, '200', '200/200∅', '', TRANSACTIONS],
  ['GET /api/license_transactions/:id', CREDITS, '200', '200/404', '', TRANSACTIONS],
  ['POST /api/license_transactions', ['credit-list:register'], '201', '201/404', '', CUSTOMERS],
  ['PUT /api/license_transactions/:id', ['credit-list:register'], '200/404', '', '', CREATED],
  ['POST /api/license_transactions/bulk', ['credit-list:register'], '201', '201/422', '', CUSTOMERS],
  [
    'POST /api/license_transactions/bulk/preview',
    ['credit-list:register & user-list', 'credit-list:register & user-edit'],
    '200',
    '200/409',
    '',
    CUSTOMERS,
  ],
  ['GET /api/reconciliation', ['reconciliation'], '200'],
]

const VISITS: Need = ['history-list', 'user-history']
const SEEN = 'a visit of a customer of one’s own / of another user’s'
const MAILS = 'a mail to a customer of one’s own / of another user’s'
const RUNS = 'a run that one asked for / of the service'
const ACTIONS = 'what one did / what another user did'

/** Rules R4, R9, R11. */
const SUPPORT: readonly Row[] = [
  // endpoint                             may be called by         answer  resellers   sa  own / foreign row
  ['GET /api/histories', VISITS, '200', '200/200∅', '', SEEN],
  ['GET /api/histories/size', VISITS, '200', '200/200∅', '', SEEN],
  ['GET /api/histories/export', VISITS, '200', '200/200∅', '', SEEN],
  ['GET /api/histories/summary', VISITS, '200', '200/200∅', '', SEEN],
  ['GET /api/histories/days', VISITS, '200', '200/200∅', '', SEEN],
  ['GET /api/histories/:userId', VISITS, '200', '200/404', '', CUSTOMERS],
  ['POST /api/histories', 'apps of viewers', '201'],
  ['GET /api/activitys/:username', ['user-list'], '200', '200/404', '', CUSTOMERS],
  ['GET /api/activitys/:username/size', ['user-list'], '200', '200/404', '', CUSTOMERS],
  ['GET /api/activitys/:username/export', ['user-list'], '200', '200/404', '', CUSTOMERS],
  ['GET /api/issues', ['issue-list'], '200'],
  ['GET /api/issues/size', ['issue-list'], '200'],
  ['GET /api/issues/export', ['issue-list'], '200'],
  ['GET /api/issues/totals', ['issue-list'], '200'],
  ['GET /api/issues/groups', ['issue-list'], '200'],
  ['GET /api/issues/groups/size', ['issue-list'], '200'],
  ['GET /api/issues/open', ['issue-list'], '200'],
  ['GET /api/issues/groups/export', ['issue-list'], '200'],
  ['PUT /api/issues/:id', ['issue-list:modify'], '200'],
  ['POST /api/issues/changeAllToFixes', ['issue-list:modify'], '200'],
  ['GET /api/issues/repairs', ['issue-list:modify'], '200'],
  ['GET /api/issues/repairs/size', ['issue-list:modify'], '200'],
  ['POST /api/issues/repairs/:id/undo', ['issue-list:modify'], '200'],
  ['GET /api/issues/:id/comments', ['issue-list'], '200'],
  ['POST /api/issues/:id/comments', ['issue-list:modify'], '201'],
  ['POST /api/issues/answers', ['issue-list:modify'], '202'],
  ['POST /api/issues/assignments', ['issue-list:modify'], '200'],
  ['GET /api/issues/assignees', ['issue-list'], '200'],
  ['GET /api/issues/mine', 'apps of viewers', '200'],
  ['POST /api/issues', 'apps of viewers', '201'],
  // Other users' batches are answered with 404, for any caller.
  ['GET /api/batches', 'web sessions', '200'],
  ['GET /api/batches/:id', 'web sessions', '404'],
  ['POST /api/batches/:id/cancel', 'web sessions', '404'],
  ['POST /api/batches/:id/undo', 'web sessions', '404'],
  // Likewise their imports.
  ['GET /api/imports/:id', 'web sessions', '404'],
  ['GET /api/imports/:id/rows', 'web sessions', '404'],
  ['PUT /api/imports/:id/mapping', 'web sessions', '404'],
  ['POST /api/imports/:id/apply', 'web sessions', '404'],
  ['DELETE /api/imports/:id', 'web sessions', '404'],
  ['GET /api/outbox', ['outbox'], '200', '200/200∅', '', MAILS],
  ['GET /api/outbox/size', ['outbox'], '200', '200/200∅', '', MAILS],
  ['GET /api/outbox/export', ['outbox'], '200', '200/200∅', '', MAILS],
  // Mail is off here.
  ['POST /api/outbox/:id/resend', ['outbox:modify'], '409', '409/404', '', MAILS],
  ['GET /api/jobs', ['job-list'], '200', '200/200∅', '', RUNS],
  ['GET /api/jobs/size', ['job-list'], '200', '200/200∅', '', RUNS],
  ['GET /api/jobs/export', ['job-list'], '200', '200/200∅', '', RUNS],
  ['GET /api/jobs/schedules', ['job-list'], '200'],
  ['PUT /api/jobs/schedules/:kind', ['job-list:modify'], '200'],
  // A kind without a schedule: one that waits already is a 409.
  ['POST /api/jobs/schedules/:kind/run', ['job-list:modify'], '404'],
  ['POST /api/jobs/:id/retry', ['job-list:modify'], '202', '202/404', '', RUNS],
  ['GET /api/audit', ['audit'], '200', '200/200∅', '', ACTIONS],
  ['GET /api/audit/size', ['audit'], '200', '200/200∅', '', ACTIONS],
  ['GET /api/audit/export', ['audit'], '200', '200/200∅', '', ACTIONS],
]
// biome-ignore-end format: tables

/** Expected responses of every endpoint, by the sections of docs/permissions.md. */
const TABLES: Readonly<Record<string, readonly Row[]>> = {
  'Sessions and service': SERVICE,
  'Users and profiles': PEOPLE,
  Settings: SETTINGS,
  Contents: CONTENTS,
  Channels: CHANNELS,
  'Health of links': LINKS,
  Credits: LEDGER,
  'Visits, reports, batches and the audit log': SUPPORT,
}

export interface Expectation {
  readonly section: string
  readonly endpoint: string
  readonly needs: Need
  readonly answer: Answer
  readonly resellers: string
  readonly sa: string
  readonly rows: string
}

export const EXPECTATIONS: readonly Expectation[] = Object.entries(TABLES).flatMap(([section, table]) =>
  table.map(([endpoint, needs, answer, resellers = '', sa = '', rows = '']) => ({
    section,
    endpoint,
    needs,
    answer,
    resellers,
    sa,
    rows,
  })),
)

const holds = ({ kind, holds: held }: MatrixCaller, permission: Permission): boolean =>
  kind === 'sa' ||
  permission.split(' & ').every((part) => {
    const [template = '', flag] = part.split(':')
    const flags: readonly Flag[] | undefined = held[template]
    return flags !== undefined && (flag === undefined || flags.some((each) => each === flag))
  })

const getsPast = ({ needs, endpoint }: Expectation, caller: MatrixCaller): boolean => {
  const { kind } = caller
  if (caller.isKey && isForPeople(endpoint)) return false
  const isViewer = kind === 'app' || kind === 'demo'
  if (needs === 'anyone') return true
  if (kind === 'anonymous') return false
  if (needs === 'any session') return true
  if (needs === 'apps of viewers') return isViewer
  if (isViewer) return false
  return needs === 'web sessions' || needs.some((permission) => holds(caller, permission))
}

/** Expected response of a caller: `401`, `403`, or that of its row. */
export const expectedAnswer = (expectation: Expectation, caller: MatrixCaller): string => {
  const { answer, resellers, sa } = expectation
  const { kind } = caller
  if (!getsPast(expectation, caller)) return kind === 'anonymous' ? '401' : '403'
  const own = kind === 'sa' ? sa : kind === 'agent' || kind === 'superagent' ? resellers : ''
  if (own) return own
  if (typeof answer === 'string') return answer
  const held = Object.keys(answer).find((permission) => permission !== 'else' && holds(caller, permission))
  return answer[held ?? 'else'] ?? answer.else
}

/** Routes that matter for a row; a profile that lists none of them has no access. */
export const routesOf = ({ needs, answer }: Expectation): Set<string> => {
  const spoken = [
    ...(typeof needs === 'string' ? [] : needs),
    ...(typeof answer === 'string' ? [] : Object.keys(answer).filter((each) => each !== 'else')),
  ]
  return new Set(spoken.flatMap((each) => each.split(' & ')).map((each) => each.split(':')[0] ?? ''))
}
