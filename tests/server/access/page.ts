import { FLAGS } from '../../../src/domain/access/permissions.ts'
import { ROUTES } from '../../../src/domain/access/routes.ts'
import { EXPECTATIONS } from './expectations.ts'
import type { Answers } from './matrix.ts'
import { ACTIONS, type Attempt } from './take-over.ts'

const NO_FLAG = ''

/** Groups flags by route; a route without flags means that flags do not matter. */
const routesIn = (names: readonly string[]): string => {
  const flags = new Map<string, string[]>()
  for (const name of names) {
    const [path = '', flag = NO_FLAG] = name.split(' ')
    flags.set(path, [...(flags.get(path) ?? []), flag])
  }
  return [...flags]
    .flatMap(([path, each]) =>
      each.includes(NO_FLAG) ? [`\`${path}\``] : each.map((flag) => `\`${path}\` ${flag}`),
    )
    .join(', ')
}

/** Tried permissions by route: only the path if the route itself and all its flags were tried. */
const flagsIn = (names: readonly string[]): string => {
  const paths = [...new Set(names.map((name) => name.split(' ')[0] ?? ''))]
  return paths
    .map((path) => {
      const tried = names.filter((name) => name.split(' ')[0] === path)
      if (tried.length > FLAGS.length) return `\`${path}\``
      return tried
        .map((name) => (name === path ? `\`${path}\` itself` : `\`${path}\` ${name.split(' ')[1]}`))
        .join(', ')
    })
    .join(', ')
}

const mostCommonIn = (byAnswer: ReadonlyMap<string, readonly string[]>): string | undefined =>
  [...byAnswer].toSorted(([, one], [, other]) => other.length - one.length)[0]?.[0]

const singlesOf = (singles: Answers): string => {
  const byAnswer = new Map<string, string[]>()
  const inOrder = Object.entries(singles).sort(([one], [other]) => (one < other ? -1 : 1))
  for (const [name, answer] of inOrder) byAnswer.set(answer, [...(byAnswer.get(answer) ?? []), name])
  const [first] = byAnswer
  if (byAnswer.size === 1 && first) return `all: ${first[0]}`
  const others = byAnswer.has('403') ? '403' : mostCommonIn(byAnswer)
  const opened = [...byAnswer].filter(([answer]) => answer !== others)
  return [...opened.map(([answer, names]) => `${routesIn(names)}: ${answer}`), `others: ${others}`].join('; ')
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

const COLUMNS = [
  'anonymous',
  'app',
  'demo',
  'agent',
  'superagent',
  'agent with every route',
  'superagent with every route',
  'Administrador',
  'key',
  'sa',
]

/** Beginning of an endpoint's row. */
export const columnsOf = (endpoint: string, answers: Answers): string =>
  `| \`${endpoint}\` | ${COLUMNS.map((name) => answers[name] ?? '').join(' | ')} |`

const section = (
  title: string,
  columns: Readonly<Record<string, Answers>>,
  singles: Readonly<Record<string, Answers>>,
): string[] => {
  const headings = ['endpoint', ...COLUMNS, 'profiles with a single route', 'own / foreign row']
  return [
    `## ${title}`,
    '',
    row(headings),
    row(headings.map(() => '---')),
    ...EXPECTATIONS.filter((each) => each.section === title).map(
      ({ endpoint, rows }) =>
        `${columnsOf(endpoint, columns[endpoint] ?? {})} ${singlesOf(singles[endpoint] ?? {})} | ${rows} |`,
    ),
    '',
  ]
}

const TAKE_OVER = `## Profiles and their users

An editor changes a profile that grants a single permission, or its users. The first status is for an editor without that
permission, the second for one with it. Both have the permissions that the actions require: \`/profile\` modify and delete,
\`/admin\` register, \`/modify/:id\` modify. Every permission was tested; a row groups those with equal responses.

- cut: \`PUT /api/profiles/:id\` \`{routeAccess: []}\`; widen: adding the permission to an empty profile; toggle:
  \`{accessApp: true}\`; rename: \`{name}\`; delete: \`DELETE /api/profiles/:id\`.
- give: \`POST /api/users\` with the profile; set a password: \`PUT /api/users/:id/password\` of a user with the profile,
  without the old one.
`

const pathOf = (permission: string): string => {
  const [template, flag = ''] = permission.split(':')
  const path = ROUTES.find((route) => route.template === template)?.path ?? ''
  return `${path} ${flag}`.trim()
}

const takeOverSection = (attempts: readonly Attempt[]): string[] => {
  const alike = new Map<string, string[]>()
  for (const { atStake, actual } of attempts) {
    const answers = ACTIONS.map((action) => actual[action]).join(' | ')
    alike.set(answers, [...(alike.get(answers) ?? []), pathOf(atStake)])
  }
  const heading = ['permission at stake', ...ACTIONS]
  const most = Math.max(...[...alike.values()].map(({ length }) => length))
  const rows = [...alike].sort(([, one], [, other]) => one.length - other.length)
  return [
    TAKE_OVER,
    row(heading),
    row(heading.map(() => '---')),
    ...rows.map(([answers, names]) =>
      row([names.length === most ? `the other ${most}` : flagsIn(names), answers]),
    ),
    '',
  ]
}

const INTRODUCTION = `# Who may do what

The status of each endpoint for each kind of caller. A test sends all requests and compares the responses with its
expectations and with this page. After a deliberate change, regenerate this page:

\`\`\`sh
WRITE_PERMISSIONS=1 npx vitest run --project=server-postgres tests/server/access
\`\`\`

- Own row / another user's row. A single status applies to both. \`∅\`: success, but without that row.
- \`app\` and \`demo\` use a session of a viewer's app, the only kind that they may open. All others are signed in to the web.
- \`agent\` and \`superagent\` have the permissions of a first start; in the next two columns they have every route with
  every flag.
- \`key\` is an API key of an \`Administrador\`, with every permission that a key can be granted.
- Profiles with a single route are custom ones. Each route was tested without flags and with each flag; routes that do not
  matter for the endpoint with all flags at once; public endpoints with one profile only. A route listed without a flag grants
  access with any flag or none.
- \`HEAD\` answers like \`GET\`.
`

/** Renders docs/permissions.md. */
export const pageOf = (
  columns: Readonly<Record<string, Answers>>,
  singles: Readonly<Record<string, Answers>>,
  attempts: readonly Attempt[],
): string =>
  [
    INTRODUCTION,
    ...takeOverSection(attempts),
    ...[...new Set(EXPECTATIONS.map(({ section }) => section))].flatMap((title) =>
      section(title, columns, singles),
    ),
  ].join('\n')
