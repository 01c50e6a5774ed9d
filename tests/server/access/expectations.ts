import type { Expectation, Expectations, Need } from './expectation.ts'

const RESELLERS = ['agent', 'superagent'] as const
const all = (answer: string, needs: Need): Expectation => ({ needs, answers: [['others', answer]] })
/** Who sees only its own customers is told that a foreign row does not exist. */
const scoped = (needs: Need, rows: string, own: string): Expectation => ({
  needs,
  rows,
  answers: [
    [RESELLERS, `${own}/404`],
    ['others', own],
  ],
})
/** A list, a count or a sum that is asked for one row: `∅` where it is not among what the caller sees. */
const filtered = (needs: Need, rows: string): Expectation => ({
  needs,
  rows,
  answers: [
    [RESELLERS, '200/200∅'],
    ['others', '200'],
  ],
})

const any = (name: string): readonly [string, string, string] => [
  `${name}-list`,
  `${name}-create`,
  `${name}-edit`,
]

/** Reading needs any row of the entity, each change the flag of its own row (rule A9). */
const entity = (path: string, name: string, reading: Need = any(name)): Expectations => ({
  [`GET ${path}`]: all('200', reading),
  [`GET ${path}/short`]: all('200', reading),
  [`GET ${path}/size`]: all('200', reading),
  [`GET ${path}/:id`]: all('200', reading),
  [`POST ${path}`]: all('201', [`${name}-create:register`]),
  [`PUT ${path}/:id`]: all('200', [`${name}-edit:modify`]),
  [`DELETE ${path}/:id`]: all('200', [`${name}-edit:delete`]),
})

const SERVICE: Expectations = {
  'GET /health': all('200', 'everybody'),
  'GET /ready': all('200', 'everybody'),
  'GET /api/openapi.json': all('200', 'everybody'),
  'GET /api/docs': all('200', 'everybody'),
  'GET /pictures/:kind/*': all('200', 'everybody'),
  'GET /api/notices': {
    needs: 'web sessions',
    answers: [
      [['sa'], '200'],
      ['others', '403'],
    ],
  },
  'POST /auth/local': all('200', 'everybody'),
  'POST /auth/logout': all('204', 'any session'),
}

const USERS: Need = ['user-list', 'user-edit']
const CUSTOMERS = 'a customer of one’s own (of one’s agent) / somebody else’s'

/** /signup is open to all, so that creating users needs the flag of /admin (rules A9, U1, U4). */
const PEOPLE: Expectations = {
  'GET /api/users/me': all('200', 'any session'),
  'POST /api/passwords/strength': all('200', 'web sessions'),
  'GET /api/users': filtered(USERS, CUSTOMERS),
  'GET /api/users/short': filtered(USERS, CUSTOMERS),
  'GET /api/users/size': filtered(USERS, CUSTOMERS),
  'GET /api/users/expiring': all('200', USERS),
  'GET /api/users/:id': scoped(USERS, CUSTOMERS, '200'),
  'POST /api/users': all('201', ['user-list:register']),
  'PUT /api/users/:id': scoped(['user-edit:modify'], CUSTOMERS, '200'),
  'DELETE /api/users/:id': {
    needs: ['user-edit:delete'],
    rows: CUSTOMERS,
    answers: [
      [RESELLERS, '403/404'],
      ['others', '200'],
    ],
  },
  'GET /api/users/demo/expired': {
    needs: ['user-edit:delete'],
    answers: [
      [RESELLERS, '403'],
      ['others', '200'],
    ],
  },
  'DELETE /api/users/demo': {
    needs: ['user-edit:delete'],
    answers: [
      [RESELLERS, '403'],
      ['others', '200'],
    ],
  },
  // Rule P2: who may not modify users, or is not above, must know the old password, which is wrong here.
  'PUT /api/users/:id/password': {
    needs: USERS,
    rows: CUSTOMERS,
    answers: [
      [RESELLERS, '204/404'],
      [['user-edit:modify'], '204'],
      ['others', '422'],
    ],
  },
  'GET /api/profiles': all('200', 'web sessions'),
  'GET /api/profiles/size': all('200', 'web sessions'),
  'GET /api/profiles/:id': all('200', ['profile-list']),
  // A profile that is not the system's gives the role admin, which resellers don't reach.
  'POST /api/profiles': {
    needs: ['profile-list:register'],
    answers: [
      [RESELLERS, '403'],
      ['others', '201'],
    ],
  },
  'PUT /api/profiles/:id': {
    needs: ['profile-list:modify'],
    rows: 'a profile that grants nothing / the profile of sa',
    answers: [
      [['sa'], '200'],
      [RESELLERS, '403'],
      ['others', '200/403'],
    ],
  },
  'DELETE /api/profiles/:id': {
    needs: ['profile-list:delete'],
    rows: 'a profile that grants nothing / the profile of agents, which is the system’s',
    answers: [
      [RESELLERS, '403/409'],
      [['user-list:register & user-edit:modify & credit-list:register & credit-balance'], '200/409'],
      ['others', '200/403'],
    ],
  },
}

const SETTINGS: Expectations = {
  'GET /api/settings': all('200', 'web sessions'),
  'PUT /api/settings': all('200', ['settings:modify']),
  'PUT /api/settings/updateTvUrlBase': all('200', ['channel-list:modify']),
  'GET /api/apk': all('200', ['settings']),
  'GET /api/apk/facts': all('200', ['settings']),
  'PUT /api/apk': {
    needs: ['settings:modify'],
    answers: [
      [['sa'], '200'],
      ['others', '403'],
    ],
  },
  'GET /api/lookups/platforms': all('200', 'web sessions'),
}

const WRITING_FILMS = ['movie', 'documentary', 'on-demand', 'series'] as const
const EPISODES: readonly [string, string] = ['episode-list', 'episode-edit']

const CONTENTS: Expectations = {
  ...entity('/api/categories', 'category', 'web sessions'),
  ...entity('/api/movies', 'movie'),
  ...entity('/api/documentaries', 'documentary'),
  ...entity('/api/discoveries', 'on-demand'),
  ...entity('/api/musics', 'concert'),
  ...entity('/api/sports', 'sport'),
  ...entity('/api/radios', 'radio'),
  ...entity('/api/series', 'series'),
  'GET /api/series/all_episode/:id': all('200', EPISODES),
  'GET /api/series/all_episode/:id/size': all('200', EPISODES),
  'GET /api/series/all_episode/:id/seasons': all('200', [...EPISODES, ...any('series')]),
  'GET /api/series/episode/:id': all('200', EPISODES),
  // Without a row that creates, the list's flag counts.
  'PUT /api/series/episode/:id': {
    needs: ['episode-list:register', 'episode-edit:modify'],
    rows: 'a new episode / one that exists',
    answers: [
      [['episode-list:register & episode-edit:modify'], '201/200'],
      [['episode-list:register'], '201/403'],
      ['others', '403/200'],
    ],
  },
  'DELETE /api/series/episode/:serieId/:episodeId': all('200', ['episode-edit:delete']),
  // Whoever fills in a form with a look-up; there is no key for the film database here.
  'GET /api/lookups/film': all('503', [
    'episode-list:register',
    'episode-edit:modify',
    ...WRITING_FILMS.flatMap((name) => [`${name}-create:register`, `${name}-edit:modify`]),
  ]),
}

const CHANNELS: Expectations = {
  ...entity('/api/channels', 'channel'),
  ...entity('/api/channel/guides', 'guide', 'web sessions'),
  ...entity('/api/channel_lists', 'channel-list'),
  // There is no such guide: nobody here reads a real one.
  'GET /api/channel/guides/:id/channels': all('404', [...any('channel'), ...any('guide')]),
  'GET /api/channels/export.m3u': all('200', any('channel')),
  'POST /api/channels/import/preview': all('200', ['channel-create:register']),
  'POST /api/channels/import': all('200', ['channel-create:register']),
  'GET /api/channels/import': all('200', any('channel')),
  'GET /api/channels/import/size': all('200', any('channel')),
  'DELETE /api/channels/import/:id': all('200', ['channel-edit:delete']),
}

const CREDITS: Need = ['credit-list', 'credit-balance']
const MOVEMENTS = 'a movement for a customer of one’s own / somebody else’s'

/** Rules A11, C16, C19. */
const LEDGER: Expectations = {
  'GET /api/license_transactions': filtered(CREDITS, MOVEMENTS),
  'GET /api/license_transactions/size': filtered(CREDITS, MOVEMENTS),
  'GET /api/license_transactions/totals': filtered(CREDITS, MOVEMENTS),
  'GET /api/license_transactions/summary': filtered(CREDITS, MOVEMENTS),
  'GET /api/license_transactions/:id': scoped(CREDITS, MOVEMENTS, '200'),
  'POST /api/license_transactions': scoped(['credit-list:register'], CUSTOMERS, '201'),
  'PUT /api/license_transactions/:id': {
    needs: ['credit-list:register'],
    rows: 'a movement that one created / somebody else’s',
    answers: [['others', '200/404']],
  },
  'GET /api/reconciliation': all('200', ['reconciliation']),
}

const VISITS: Need = ['history-list', 'user-history']
const SEEN = 'a visit of a customer of one’s own / of somebody else’s'
const DEEDS = 'what one did / what somebody else did'

/** Rules R4, R9, R11. */
const SUPPORT: Expectations = {
  'GET /api/histories': filtered(VISITS, SEEN),
  'GET /api/histories/size': filtered(VISITS, SEEN),
  'GET /api/histories/summary': filtered(VISITS, SEEN),
  'GET /api/histories/:userId': scoped(VISITS, CUSTOMERS, '200'),
  'POST /api/histories': all('201', 'apps of viewers'),
  'GET /api/activitys/:username': scoped(['user-list'], CUSTOMERS, '200'),
  'GET /api/activitys/:username/size': scoped(['user-list'], CUSTOMERS, '200'),
  'GET /api/issues': all('200', ['issue-list']),
  'GET /api/issues/size': all('200', ['issue-list']),
  'GET /api/issues/totals': all('200', ['issue-list']),
  'GET /api/issues/groups': all('200', ['issue-list']),
  'GET /api/issues/groups/size': all('200', ['issue-list']),
  'PUT /api/issues/:id': all('200', ['issue-list:modify']),
  'POST /api/issues/changeAllToFixes': all('200', ['issue-list:modify']),
  'GET /api/issues/repairs': all('200', ['issue-list:modify']),
  'GET /api/issues/repairs/size': all('200', ['issue-list:modify']),
  'POST /api/issues/repairs/:id/undo': all('200', ['issue-list:modify']),
  'POST /api/issues': all('201', 'apps of viewers'),
  'GET /api/audit': filtered(['audit'], DEEDS),
  'GET /api/audit/size': filtered(['audit'], DEEDS),
}

/** What every endpoint must answer, by the sections of docs/permissions.md. */
export const EXPECTATIONS: Readonly<Record<string, Expectations>> = {
  'Sessions and service': SERVICE,
  'Users and profiles': PEOPLE,
  Settings: SETTINGS,
  Contents: CONTENTS,
  Channels: CHANNELS,
  Credits: LEDGER,
  'Visits, reports and the trail': SUPPORT,
}
