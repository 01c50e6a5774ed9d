import type { Flag } from '../../../src/domain/access/permissions.ts'
import type { Kind, MatrixCaller } from './callers.ts'

/** A row of the route table, alone or with a flag: `movie-list`, `movie-edit:modify`; `&` joins two. */
export type Permission = string

/** Who gets past 401 and 403. */
export type Need =
  | 'everybody'
  | 'any session'
  | 'apps of viewers'
  | 'web sessions'
  | readonly [Permission, ...Permission[]]

/** What some of those that get past are answered, as the page writes it: `own/foreign`. */
type Answer = readonly [who: readonly (Kind | Permission)[] | 'others', answer: string]

/** What an endpoint must answer by the rules of access and scope (rules A9, U1). */
export interface Expectation {
  readonly needs: Need
  /** What the caller's own row and a foreign one are, where that makes a difference. */
  readonly rows?: string
  /** The first one that fits a caller counts. */
  readonly answers: readonly Answer[]
}

export type Expectations = Readonly<Record<string, Expectation>>

const KINDS: readonly string[] = ['anonymous', 'app', 'demo', 'agent', 'superagent', 'admin', 'sa']

const holds = ({ kind, holds: held }: MatrixCaller, permission: Permission): boolean =>
  kind === 'sa' ||
  permission.split(' & ').every((part) => {
    const [template = '', flag] = part.split(':')
    const flags: readonly Flag[] | undefined = held[template]
    return flags !== undefined && (flag === undefined || flags.some((each) => each === flag))
  })

const getsPast = (needs: Need, caller: MatrixCaller): boolean => {
  const { kind } = caller
  const isViewer = kind === 'app' || kind === 'demo'
  if (needs === 'everybody') return true
  if (kind === 'anonymous') return false
  if (needs === 'any session') return true
  if (needs === 'apps of viewers') return isViewer
  if (isViewer) return false
  return needs === 'web sessions' || needs.some((permission) => holds(caller, permission))
}

/** What a caller must be answered: `401`, `403`, or what the expectation says of those that get past. */
export const expectedAnswer = ({ needs, answers }: Expectation, caller: MatrixCaller): string => {
  if (!getsPast(needs, caller)) return caller.kind === 'anonymous' ? '401' : '403'
  const fits = (who: string): boolean => (KINDS.includes(who) ? who === caller.kind : holds(caller, who))
  const found = answers.find(([who]) => who === 'others' || who.some(fits))
  if (!found) throw new Error(`Nothing is said of ${caller.name}`)
  return found[1]
}

/** The routes that an expectation speaks of: a profile that lists none of them is nobody here. */
export const routesOf = ({ needs, answers }: Expectation): Set<string> => {
  const spoken = [
    ...(typeof needs === 'string' ? [] : needs),
    ...answers.flatMap(([who]) => (who === 'others' ? [] : who)),
  ]
  return new Set(spoken.flatMap((each) => each.split(' & ')).map((each) => each.split(':')[0] ?? ''))
}
