import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { checkSync, type Diagnostics } from 'recheck'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { repositoryFiles } from '../support/repository-files.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

const sources = repositoryFiles().filter((path) => /^src\/.*\.(?:[cm]?[jt]s|[jt]sx)$/.test(path))

interface Pattern {
  location: string
  source: string
  flags: string
}

interface Scan {
  patterns: Pattern[]
  /** Patterns built at run time, which cannot be checked. */
  dynamic: string[]
}

type Node = Record<string, unknown> & { type: string; start: number }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

function* nodesIn(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const each of value) yield* nodesIn(each)
  if (!isNode(value)) return
  yield value
  for (const each of Object.values(value)) yield* nodesIn(each)
}

/** The names of a chain of members: `z.iso.datetime` as ['z', 'iso', 'datetime']. */
function namesOf(node: unknown): string[] {
  if (!isNode(node)) return []
  if (node.type === 'Identifier') return [String(node.name)]
  if (node.type !== 'MemberExpression' || node.computed === true || !isNode(node.property)) return []
  const object = namesOf(node.object)
  return object.length === 0 ? [] : [...object, String(node.property.name)]
}

const memberOf = (value: unknown, name: string): unknown =>
  (typeof value === 'object' || typeof value === 'function') && value !== null
    ? Reflect.get(value, name)
    : undefined

/** The built-in pattern of `z.email()`, `z.iso.datetime()` or `z.regexes.domain`. */
function zodPattern([first, ...rest]: string[]): RegExp | undefined {
  if (first !== 'z' || rest.length === 0) return undefined
  const member = rest.reduce<unknown>(memberOf, z)
  if (member instanceof RegExp) return member
  if (typeof member !== 'function' || !(rest[0] === 'iso' || /^[a-z]/.test(rest[0] ?? ''))) return undefined
  try {
    const pattern = ['_zod', 'def', 'pattern'].reduce(memberOf, member())
    return pattern instanceof RegExp ? pattern : undefined
  } catch {
    // Most of zod's functions need arguments and have no pattern.
    return undefined
  }
}

const literal = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined

/** Finds every pattern of a file: literals, `RegExp` with a literal text, and zod's own. */
function scan(path: string, text: string): Scan {
  const found: Scan = { patterns: [], dynamic: [] }
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`)
  for (const node of nodesIn(program)) {
    const location = `${path}:${text.slice(0, node.start).split('\n').length}`
    const add = ({ source, flags }: { source: string; flags: string }) =>
      found.patterns.push({ location, source, flags })
    if (node.type === 'Literal' && node.value instanceof RegExp) add(node.value)
    if (node.type === 'MemberExpression') {
      const pattern = zodPattern(namesOf(node))
      if (pattern) add(pattern)
    }
    if (node.type !== 'NewExpression' && node.type !== 'CallExpression') continue
    if (!['RegExp', 'globalThis.RegExp', 'window.RegExp'].includes(namesOf(node.callee).join('.'))) continue
    const [source, flags] = Array.isArray(node.arguments) ? node.arguments : []
    const [sourceText, flagText] = [literal(source), flags === undefined ? '' : literal(flags)]
    if (sourceText !== undefined && flagText !== undefined) add(new RegExp(sourceText, flagText))
    else found.dynamic.push(location)
  }
  return found
}

/**
 * No time limit for a whole check, and generous ones for its phases: results must not depend on the machine's speed.
 * All checks take some ten seconds.
 */
const LIMITS = {
  timeout: null,
  attackTimeout: 60_000,
  incubationTimeout: 10_000,
  seedingTimeout: 10_000,
} as const

const known = new Map<string, Diagnostics>()

/** The finding for a pattern: location, growth of its time, and an attack string. */
function findingOf({ location, source, flags }: Pattern): string | undefined {
  const key = `/${source}/${flags}`
  const result = known.get(key) ?? checkSync(source, flags, LIMITS)
  known.set(key, result)
  if (result.status === 'safe') return undefined
  return result.status === 'unknown'
    ? `${location} ${key} could not be decided: ${result.error.kind}`
    : `${location} ${key} is ${result.complexity.summary}: ${result.attack.pattern}`
}

const findings = ({ patterns }: Scan): string[] =>
  patterns.map(findingOf).filter((each) => each !== undefined)

const scanText = (text: string): Scan => scan('src/example.tsx', text)

describe('the regular expressions of the sources', () => {
  const all = sources.map((path) => scan(path, readFileSync(`${root}${path}`, 'utf8')))

  it('take linear time', () => {
    expect(all.flatMap(({ patterns }) => patterns).length).toBeGreaterThan(100)
    expect(all.flatMap(findings)).toEqual([])
  })

  it('are all literals, so that they can be checked', () => {
    expect(all.flatMap(({ dynamic }) => dynamic)).toEqual([])
  })
})

describe('the check of regular expressions', () => {
  it.each([
    ["const x = text.replace(/\\/+$/, '')", '2nd degree polynomial', "'/'"],
    ['const x = <p title={/^(a+)+$/.exec(y)} />', 'exponential', "'a'"],
    ["const x = z.string().regex(/^\\s*(\\d{4})?\\s*x$/, 'mal')", '2nd degree polynomial', "'\\t'"],
    ["const x = new RegExp('^(a|a)*$', 'i')", 'exponential', "'A'"],
    ["const x = RegExp('@.*$')", '2nd degree polynomial', "'@'"],
  ])('rejects %s, whose time is %s', (text, growth, attack) => {
    const [said, ...rest] = findings(scanText(`\n${text}`))
    expect(rest).toEqual([])
    expect(said).toMatch(/^src\/example\.tsx:2 /)
    expect(said).toContain(` is ${growth}`)
    expect(said).toContain(attack)
  })

  it('covers the built-in patterns of zod', () => {
    const { patterns } = scanText(
      'const a = z.email(); const b = z.iso.datetime(); const c = z.email({ pattern: z.regexes.unicodeEmail })',
    )
    expect(patterns.map(({ source }) => source)).toEqual(
      expect.arrayContaining([z.regexes.email.source, z.regexes.unicodeEmail.source]),
    )
    expect(patterns.some(({ source }) => source.includes('-02-29'))).toBe(true)
  })

  it('reports patterns built at run time', () => {
    const text = [
      'const a = new RegExp(word)',
      'const b = RegExp(word + "x", "u")',
      'const c = RegExp("a", f)',
    ]
    expect(scanText(text.join('\n')).dynamic).toEqual([
      'src/example.tsx:1',
      'src/example.tsx:2',
      'src/example.tsx:3',
    ])
  })
})
