/** Checks citations, and reads the list of files of docs/adding-an-entity.md. */

export const RULES = 'docs/rules.md'

/** Excluded: applied migrations, third-party fixtures, and the two files that name the forbidden patterns. */
const EXCLUDED = [
  'src/server/platform/database/migrations',
  'src/server/demo/data',
  'tests/data',
  'tests/repository/rules.test.ts',
  'scripts/check-structure/documents.mjs',
  'package-lock.json',
]

/** True for text files written for this repository. */
export const isOwnText = (path) =>
  (/\.(?:[cm]?[jt]sx?|css|html|md|json|ya?ml|sql)$/.test(path) || path === '.ci/run') &&
  !EXCLUDED.some((left) => path === left || path.startsWith(`${left}/`))

/**
 * Location of a finding, as `file:line  text`.
 * @param {string} path
 * @param {string} text
 * @param {number} index
 * @param {string} match
 */
export const locate = (path, text, index, match) =>
  `${path}:${text.slice(0, index).split('\n').length}  ${match.replace(/\s+/g, ' ')}`

/** Patterns that cite documents outside of the repository. */
const OUTSIDE_PATTERNS = [
  /\bD\d{1,2}\b/g,
  /\b(?:the|these|what|says?) decisions\b/gi,
  /\bspecification(?!s? of )/gi,
  /\bthe spec\b/gi,
  /\bsections? \d/gi,
  /\b(?:back-office|decisions|facts|models|pitfalls|ux|words)\.md\b/gi,
  /\bpitfalls?\b/gi,
  /\bissue #?\d/gi,
  /(?:\.\.\/|\/work\/)shared\b/g,
]

/**
 * Citations of documents outside of the repository, with their locations.
 * @param {string} path
 * @param {string} text
 */
export const outsideCitations = (path, text) =>
  OUTSIDE_PATTERNS.flatMap((pattern) => [...text.matchAll(pattern)]).map((match) =>
    locate(path, text, match.index, `${match[0]}: cite a rule of ${RULES} instead`),
  )

/** The paths in backticks of the numbered list under the heading 'Files'. */
export function filesOfEntity(page) {
  const [, section] = page.split(/^## Files$/m)
  if (section === undefined) throw new Error("The page has no section '## Files'")
  const [list] = section.split(/^## /m)
  const paths = list.split('\n').flatMap((line) => /^\d+\. .*?`([^`]+)`/.exec(line)?.[1] ?? [])
  if (paths.length === 0) throw new Error("The section '## Files' has no numbered list of paths in backticks")
  return paths
}
