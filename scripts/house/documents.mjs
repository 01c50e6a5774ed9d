/** Citations of documents, and the list of files that a page keeps for machines too. */

const CITATION =
  /\b[Dd]ecisions?,? D\d+(?:(?:, | and | to )D\d+)*|\b(?<!OpenAPI )[Ss]pecification\b(?:['’]s)?(?:, sections? \d+(?:(?:, | and )\d+)*)?|\b[Tt]he decisions\b|\bD\d{1,2}\b(?:(?:, | and | to )D\d{1,2}\b)*|\b[\w-]+\.md\b/g

/**
 * What a text cites that the repository doesn't hold: `rules` is the text of the page whose numbers may be cited, and
 * `known` tells whether the repository has a page of a name.
 * @param {string} text
 * @param {{ rules: string, known: (name: string) => boolean }} repository
 */
export function citationsIn(text, { rules, known }) {
  return [...text.matchAll(CITATION)]
    .map(([citation]) => citation)
    .filter((citation) => {
      if (citation.endsWith('.md')) return !known(citation)
      if (/^D\d/.test(citation)) return !citation.match(/D\d+/g).every((rule) => rules.includes(rule))
      return true
    })
}

/** The paths in backticks of the numbered list under the heading 'Files'. */
export function filesOfEntity(page) {
  const [, section] = page.split(/^## Files$/m)
  if (section === undefined) throw new Error("The page has no section '## Files'")
  const [own] = section.split(/^## /m)
  const paths = own.split('\n').flatMap((line) => /^\d+\. .*?`([^`]+)`/.exec(line)?.[1] ?? [])
  if (paths.length === 0) throw new Error("The section '## Files' has no numbered list of paths in backticks")
  return paths
}
