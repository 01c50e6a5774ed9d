import { FLAGS } from '../../../src/domain/access/permissions.ts'
import { ROUTES } from '../../../src/domain/access/routes.ts'
import { EXPECTATIONS } from './expectations.ts'
import type { Answers } from './matrix.ts'
import { ACTIONS, type Attempt } from './take-over.ts'

const NO_FLAG = ''

/** One route's flags under one answer: the route alone says that they don't matter. */
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

/** Routes with what was tried of them: the path alone where the route itself and each of its flags are among them. */
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

const singlesOf = (singles: Answers): string => {
  const byAnswer = new Map<string, string[]>()
  const inOrder = Object.entries(singles).sort(([one], [other]) => (one < other ? -1 : 1))
  for (const [name, answer] of inOrder) byAnswer.set(answer, [...(byAnswer.get(answer) ?? []), name])
  const [first] = byAnswer
  if (byAnswer.size === 1 && first) return `all: ${first[0]}`
  const opened = [...byAnswer].filter(([answer]) => answer !== '403')
  return [...opened.map(([answer, names]) => `${routesIn(names)}: ${answer}`), 'others: 403'].join('; ')
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/** The columns of the callers, in the order of the page. */
const COLUMNS = [
  'anonymous',
  'app',
  'demo',
  'agent',
  'superagent',
  'agent with every route',
  'superagent with every route',
  'Administrador',
  'sa',
]

/** How the row of an endpoint begins. */
export const columnsOf = (endpoint: string, answers: Answers): string =>
  `| \`${endpoint}\` | ${COLUMNS.map((name) => answers[name] ?? '').join(' | ')} |`

const section = (
  title: string,
  columns: Readonly<Record<string, Answers>>,
  singles: Readonly<Record<string, Answers>>,
): string[] => {
  const headings = ['endpoint', ...COLUMNS, 'profiles with one route alone', 'own / foreign row']
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

What is answered to an editor who tries something with a profile that grants one permission alone, or with its users: of
two statuses the first is for an editor that lacks this permission, the second for one that holds it. Both hold all the
others that these deeds ask for: \`/profile\` modify and delete, \`/admin\` register, \`/modify/:id\` modify. Every
permission was tried; a row stands for all that were answered alike.

- cut: \`PUT /api/profiles/:id\` \`{routeAccess: []}\`; widen: an empty profile is to get the permission; toggle:
  \`{accessApp: true}\`; rename: \`{name}\`; delete: \`DELETE /api/profiles/:id\`.
- give: \`POST /api/users\` with the profile. set a password: \`PUT /api/users/:id/password\` of somebody who has it,
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
    const answers = ACTIONS.map((deed) => actual[deed]).join(' | ')
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

What the server answers at each endpoint to each kind of caller. A test asks all of them and compares the answers with
its expectations and with this page; after a deliberate change it is written anew with

\`\`\`sh
WRITE_PERMISSIONS=1 npx vitest run --project=server-exhaustive tests/server/access
\`\`\`

- A cell holds the status for a row of the caller's own, a slash, and that for a foreign row; one status alone stands for
  both, or for an endpoint that has no such difference. \`∅\`: answered, but without that row.
- \`app\` and \`demo\` call with a session of a viewer's app; those users have no other. All others are signed in to the web.
- \`agent\` and \`superagent\` hold what a first start gives them; the next two columns hold every route with every flag.
- A profile with one route alone is a custom one. Each route was tried without a flag and with each flag; where a route
  has nothing to do with the endpoint, with all its flags at once; one stands for all where no session is asked for. A
  route without a flag beside it opens with any.
- \`HEAD\` answers as its \`GET\` does.
`

/** The page that shows all answers, by endpoint. */
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
