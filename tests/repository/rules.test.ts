import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { isOwnText, locate, outsideCitations, RULES } from '../../scripts/check-structure/documents.mjs'
import { repositoryFiles } from '../support/repository-files.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8')

const files = repositoryFiles().filter(isOwnText)

const defined = (page: string): string[] =>
  [...page.matchAll(/^- \*\*([A-Z]\d+)\*\* /gm)].map(([, number = '']) => number)

/** `rule C7` and `rules C7, C8`, also across the line ends of a comment. */
const CITATION = /\b[Rr]ules?[\s*/]+([A-Z]\d+\b(?:(?:,|\sand|\sto)[\s*/]+[A-Z]\d+\b)*)/g

const undefinedCitations = (path: string, text: string, known: ReadonlySet<string>): string[] =>
  [...text.matchAll(CITATION)].flatMap(({ 0: whole, 1: list = '', index }) =>
    (list.match(/[A-Z]\d+/g) ?? [])
      .filter((number) => !known.has(number))
      .map((number) => locate(path, text, index, `${whole}: ${RULES} defines no ${number}`)),
  )

const page = read(RULES)
const numbers = defined(page)
const known = new Set(numbers)

describe('the rules', () => {
  it('have unique numbers', () => {
    expect(
      numbers.filter((number, position) => numbers.indexOf(number) !== position),
      RULES,
    ).toEqual([])
  })

  it('are listed under the heading of their area', () => {
    const areas = page.split(/^## /m).slice(1)
    const misplaced = areas.flatMap((area) =>
      defined(area)
        .filter((number) => number[0] !== area[0])
        .map((number) => `${number} under '## ${area.slice(0, area.indexOf('\n'))}'`),
    )
    expect(misplaced, RULES).toEqual([])
  })

  it('refer to one another by numbers that exist', () => {
    const references = [...page.matchAll(/\b[A-Z]\d{1,3}\b/g)]
    const unknown = references.filter(([number]) => !known.has(number))
    expect(unknown.map(({ 0: number, index }) => locate(RULES, page, index, number))).toEqual([])
  })
})

describe('the sources, tests and pages', () => {
  const texts = files.map((path) => ({ path, text: read(path) }))

  it('cite only rules that exist', () => {
    expect(texts.flatMap(({ path, text }) => undefinedCitations(path, text, known))).toEqual([])
  })

  it('cite no document outside the repository', () => {
    expect(texts.flatMap(({ path, text }) => outsideCitations(path, text))).toEqual([])
  })
})

describe('the check of citations', () => {
  it('names file, line and number of an undefined rule', () => {
    const text = 'const a = 1\n/** Both (rules C7, X99). */\n/** Wrapped (rules\n * C7, Y1). */'
    expect(undefinedCitations('src/a.ts', text, new Set(['C7']))).toEqual([
      'src/a.ts:2  rules C7, X99: docs/rules.md defines no X99',
      'src/a.ts:3  rules * C7, Y1: docs/rules.md defines no Y1',
    ])
  })

  it.each([
    '(decisions D4)',
    '/** D5: reading needs any row. */',
    'what the decisions say',
    '(specification, section 6)',
    'the spec says so',
    'see ux.md',
    'issue 13',
  ])('rejects %j', (text) => {
    expect(outsideCitations('src/a.ts', `\n${text}`)[0]).toMatch(/^src\/a\.ts:2 {2}/)
  })

  it('accepts similar words', () => {
    const text = "{ dateUpdate: 'd1' } film.spec.ts, this spec file, the specification of XMLTV, 3D, T1 E5"
    expect(outsideCitations('tests/a.ts', text)).toEqual([])
    expect(undefinedCitations('tests/a.ts', 'the rules of C, rule: T1 E5', known)).toEqual([])
  })
})
