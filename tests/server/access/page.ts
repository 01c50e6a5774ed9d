import { type Action, decidingRoute, type Permission } from '../../../src/domain/access/permissions.ts'
import { ROUTES } from '../../../src/domain/access/routes.ts'
import { possibleChanges, RESOURCES, type Resource } from '../../../src/domain/registry.ts'
import type { Cases } from '../../../src/server/platform/auth/access.ts'
import { COLUMNS, leastWith, routesIn } from './callers.ts'
import { type Endpoint, outcomesOf } from './declarations.ts'

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
const heading = (cells: readonly string[]): string[] => [row(cells), row(cells.map(() => '---'))]
const pathOf = (template: string): string =>
  `\`${ROUTES.find((route) => route.template === template)?.path ?? template}\``

const listed = (texts: readonly string[], last: string): string =>
  [...(texts.length > 1 ? [texts.slice(0, -1).join(', ')] : []), ...texts.slice(-1)].join(` ${last} `)

/** The actions of a list, with the resources of each: `update or delete movies`. */
const several = (nested: readonly Permission[], word: 'and' | 'or'): string => {
  const permissions = nested.flatMap((each) => (word === 'or' && 'any' in each ? each.any : [each]))
  const byResources = new Map<string, string[]>()
  const byAction = new Map<string, string[]>()
  const others: string[] = []
  for (const each of permissions)
    if ('action' in each) byAction.set(each.action, [...(byAction.get(each.action) ?? []), each.resource])
    else others.push(textOf(each))
  for (const [action, resources] of byAction) {
    const names = listed(resources, word)
    byResources.set(names, [...(byResources.get(names) ?? []), action])
  }
  return listed(
    [...[...byResources].map(([names, actions]) => `${listed(actions, word)} ${names}`), ...others],
    word,
  )
}

/** A permission as displayed. */
export const textOf = (permission: Permission): string => {
  if ('role' in permission) return permission.role === 'sa' ? '`sa`' : '`sa` and custom profiles'
  if ('action' in permission) return `${permission.action} ${permission.resource}`
  if ('route' in permission) return [pathOf(permission.route), permission.flag ?? ''].join(' ').trim()
  if ('all' in permission) return several(permission.all, 'and')
  return permission.name ?? several(permission.any, 'or')
}

const ACCESS = {
  public: 'anyone',
  'signed-in': 'any session of the web',
  'any-session': 'any session',
  'viewer-app': 'app and demo users in their app',
} as const

const casesOf = (cases: Cases): string =>
  Object.entries(cases)
    .map(([name, { needs }]) => (needs ? `${name} (${textOf(needs)})` : name))
    .join(' / ')

const CALLERS = [...COLUMNS.granted, ...COLUMNS.widened]

const endpointRow = (declared: Endpoint): string => {
  const { endpoint, access, peopleOnly, cases = {} } = declared
  const needs = typeof access === 'string' ? ACCESS[access] : textOf(access)
  const outcomes = CALLERS.map((caller) => {
    const answers = outcomesOf(declared, caller)
    return new Set(answers).size === 1 ? (answers[0] ?? '') : answers.join('/')
  })
  return row([`\`${endpoint}\``, `${needs}${peopleOnly ? ', no key' : ''}`, ...outcomes, casesOf(cases)])
}

const OTHERS = 'Others'
/** Minimum number of endpoints for a section; others are listed under `Others`. */
const ENOUGH = 4

/** Endpoints grouped by the prefix of their paths. */
const sectionsOf = (endpoints: readonly Endpoint[]): Map<string, Endpoint[]> => {
  const prefixOf = ({ endpoint }: Endpoint) => /^\w+ ((?:\/api)?\/[^/]+)/.exec(endpoint)?.[1] ?? OTHERS
  const sections = new Map<string, Endpoint[]>()
  for (const each of endpoints) {
    const isAlone = endpoints.filter((other) => prefixOf(other) === prefixOf(each)).length < ENOUGH
    const name = isAlone ? OTHERS : prefixOf(each)
    sections.set(name, [...(sections.get(name) ?? []), each])
  }
  return sections
}

const ACTIONS = ['read', 'create', 'update', 'delete'] as const satisfies readonly Action[]

/** The routes of a profile that permit an action. */
const routesOf = (action: Action, resource: Resource): string => {
  if (action === 'read') return routesIn({ action, resource }).map(pathOf).join(', ')
  const route = possibleChanges(resource).includes(action) ? decidingRoute(action, resource) : undefined
  const [flag] = Object.values(leastWith({ action, resource }) ?? {}).flat()
  return route && flag ? `${pathOf(route.template)} ${flag}` : ''
}

const INTRODUCTION = `# Who may do what

What each endpoint declares, as \`npm run permissions\` writes it. A test sends requests of all callers and compares.

- ✓: let in. 401: without a session. 403: refused. 404: as if the row did not exist; a list leaves it out.
- Where the answer depends on what a request is about, the last column names the cases, and what each further needs.
- \`app\` and \`demo\` use a session of a viewer's app, the only kind that they may open. All others are signed in to the web.
- \`agent\` and \`superagent\` have the permissions of a first start; in the last two columns they have every route with
  every flag. \`Administrador\` has that too; a custom profile has the role \`admin\`, above resellers.
- \`key\` is an API key of an \`Administrador\`, with every permission that a key can be granted (rules A16, A18).
- \`HEAD\` answers like \`GET\`. Validation comes after permission.
`

/** Renders docs/permissions.md. */
export const pageOf = (endpoints: readonly Endpoint[]): string =>
  [
    INTRODUCTION,
    '## Permissions',
    '',
    'The routes of a profile that give a permission: any of them for reading, with or without flags.',
    '',
    ...heading(['', ...ACTIONS]),
    ...RESOURCES.map((resource) => row([resource, ...ACTIONS.map((action) => routesOf(action, resource))])),
    '',
    ...[...sectionsOf(endpoints)]
      .toSorted(([one], [other]) => Number(one === OTHERS) - Number(other === OTHERS))
      .flatMap(([name, ofSection]) => [
        `## ${name}`,
        '',
        ...heading(['endpoint', 'needs', ...CALLERS.map(({ name }) => name), 'cases']),
        ...ofSection.map(endpointRow),
        '',
      ]),
  ].join('\n')
