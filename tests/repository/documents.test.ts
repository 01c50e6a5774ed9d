import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { repositoryFiles } from '../support/repository-files.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const scripts: Record<string, string> = JSON.parse(read('package.json')).scripts

const files = repositoryFiles()

const documents = files.filter((path) => /^(README|CONTRIBUTING|CHANGELOG|SECURITY|docs\/.+)\.md$/.test(path))

const withoutCode = (text: string) => text.replace(/^```[\s\S]*?^```$/gm, '')

/** GitHub's anchor of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-')

const anchorsIn = (path: string) =>
  [...withoutCode(read(path)).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorOf(heading ?? ''))

interface Link {
  /** Path from the root. */
  target: string
  anchor: string | undefined
}

/** The links of a document to files of the repository. */
const linksOf = (path: string, text: string): Link[] =>
  [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, address = '']) => {
    if (/^[a-z]+:/.test(address)) return []
    const [file, anchor] = address.split('#')
    return [{ target: file ? normalize(join(dirname(path), file)) : path, anchor }]
  })

const brokenLinks = (path: string, text: string): string[] =>
  linksOf(path, text)
    .filter(
      ({ target, anchor }) =>
        !existsSync(join(root, target)) || (anchor !== undefined && !anchorsIn(target).includes(anchor)),
    )
    .map(({ target, anchor }) => `${path}: ${target}${anchor === undefined ? '' : `#${anchor}`}`)

/** Paths in backticks, except patterns and placeholders (`src/*`, `src/<name>`, `….test.ts`). */
const missingPaths = (path: string, text: string): string[] =>
  [...withoutCode(text).matchAll(/`((?:src|tests|scripts|docs)\/[^`\s]*)`/g)]
    .map(([, named]) => named ?? '')
    .filter((named) => !/[*{<…]|\.\.\./.test(named) && !existsSync(join(root, named)))
    .map((named) => `${path}: ${named}`)

/** All documents reachable from one by links. */
function reachedFrom(path: string, reached = new Set<string>()): Set<string> {
  if (reached.has(path) || !documents.includes(path)) return reached
  reached.add(path)
  for (const { target } of linksOf(path, read(path))) reachedFrom(target, reached)
  return reached
}

describe('the documents', () => {
  it('link to files and headings that exist', () => {
    expect(documents).toContain('README.md')
    expect(documents.flatMap((path) => brokenLinks(path, read(path)))).toEqual([])
  })

  it('name files that exist', () => {
    expect(documents.flatMap((path) => missingPaths(path, read(path)))).toEqual([])
  })

  it('name npm scripts that exist', () => {
    const named = documents.flatMap((path) =>
      [...read(path).matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name]) => name ?? ''),
    )
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  })

  it('are all linked from the README, directly or not', () => {
    const reached = reachedFrom('README.md')
    expect(documents.filter((path) => !reached.has(path))).toEqual([])
  })

  it('exist where the sources cite them', () => {
    const sources = files.filter((path) => /^(src|scripts)\/.*\.(ts|tsx|mjs|sql)$/.test(path))
    const cited = sources.flatMap((path) =>
      [...read(path).matchAll(/\bdocs\/[\w./-]+\.md\b/g)].map(([name]) => ({ path, name })),
    )
    expect(cited.length).toBeGreaterThan(0)
    expect(cited.filter(({ name }) => !existsSync(join(root, name)))).toEqual([])
  })
})

describe('the check of documents', () => {
  it('finds links to files and headings that do not exist', () => {
    const text =
      '[one](docs/none.md) [two](README.md#nowhere) [three](README.md#licence) [four](https://x.example/)'
    expect(brokenLinks('README.md', text)).toEqual([
      'README.md: docs/none.md',
      'README.md: README.md#nowhere',
    ])
    expect(brokenLinks('docs/x.md', '[one](../README.md) [two](README.md)')).toEqual([
      'docs/x.md: docs/README.md',
    ])
  })

  it('finds missing paths, and ignores patterns', () => {
    const text = '`src/none.ts` `src/server` `src/*.ts` `src/<name>.ts` `tests/….test.ts` `npm run x`'
    expect(missingPaths('README.md', text)).toEqual(['README.md: src/none.ts'])
    expect(missingPaths('README.md', '```\n`src/none.ts`\n```\n')).toEqual([])
  })
})
