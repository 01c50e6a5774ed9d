import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { install, root } from './prepare.mjs'

/**
 * Measures the structure of the source and compares it with its goals. A figure above its limit ends the command with
 * status 1, and so does a path that names a file which doesn't exist.
 */

/** The goal of each metric: an upper limit, or a note for manual review. */
const GOALS = {
  movieEdit: { most: 61 },
  seriesEdit: { most: 61 },
  film: { most: 22 },
  sale: { most: 24 },
  'sign-in': { most: 14 },
  'user-list': { most: 20 },
  files: { says: 'about 450' },
  singleImporter: { says: 'subjects of their own' },
  adminCycles: { most: 0 },
  serverCycles: { most: 0 },
  retyped: { most: 0 },
  casts: { most: 0 },
  entity: { most: 6 },
  citations: { most: 0 },
}

const ENTRIES = {
  movieEdit: 'src/admin/features/contents/movies.tsx',
  seriesEdit: 'src/admin/features/contents/series.tsx',
}
const ADMIN = 'src/admin'
const SERVER = 'src/server'
const DOCS = 'docs'
/** Lists in a section `## Files` what a new catalogue entity touches: numbered, each with its path in backticks. */
const ENTITY_PAGE = `${DOCS}/adding-an-entity.md`

const { values: options } = parseArgs({
  options: {
    'check-coverage': { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
})

await install()
// Imported after the packages are installed, because these modules need them.
const { closureOf, folderCycles, graphOf, importersOf } = await import('./house/graph.mjs')
const { answersTypedByHand } = await import('./house/answers.mjs')
const { filesOfEntity, isOwnText, outsideCitations } = await import('./house/documents.mjs')
const { filesOf, PATHS, SHARED } = await import('./house/paths.mjs')

/** The repository's own files below a folder, as a Map from path to text. */
function readUnder(folder) {
  if (!existsSync(join(root, folder))) return new Map()
  const paths = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(root.length).replaceAll('\\', '/'))
    .filter(isOwnText)
    .sort()
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
}

const files = new Map([...readUnder('src')].filter(([path]) => /\.(ts|tsx|mjs)$/.test(path)))
const graph = graphOf(files)
const under = (folder) => new Map([...files].filter(([path]) => path.startsWith(`${folder}/`)))
const measureRow = (id, name, now, { note = '', items = [] } = {}) => ({
  id,
  name,
  now,
  note,
  items,
  ...GOALS[id],
})

function closureRow(id, screen) {
  const found = closureOf(graph, ENTRIES[id])
  const { size } = closureOf(graph, ENTRIES[id], { types: true })
  return measureRow(id, `own files that ${screen} pulls in`, found.size, {
    note: `${size} with type imports`,
    items: [...found].sort(),
  })
}

function pathRow(id) {
  const listed = filesOf(PATHS[id])
  const part = (folder) => `${listed.filter((path) => path.startsWith(folder)).length} ${folder.slice(4)}`
  return measureRow(id, `files in the path of ${PATHS[id].title}`, listed.length, {
    note: ['src/admin', 'src/domain', 'src/server'].map(part).join(', '),
    items: Object.entries(PATHS[id].steps).flatMap(([step, paths]) =>
      paths.map((path) => `${step}: ${path}`),
    ),
  })
}

function cycleRow(id, folder) {
  const { folders, cycles } = folderCycles(graph, folder)
  const isTop = (each) => !each.slice(folder.length + 1).includes('/')
  const within = cycles.flat()
  const top = `${within.filter(isTop).length} of ${folders.filter(isTop).length} at the top`
  return measureRow(id, `folders of ${folder.slice(4)} in import cycles`, within.length, {
    note: `of ${folders.length} at all levels; ${top}`,
    items: cycles.map((cycle) => cycle.join(' ⇄ ')),
  })
}

function importerRows() {
  const single = [...importersOf(graph)].filter(([, importers]) => importers.size === 1)
  const items = single.map(([file, [importer]]) => `${file} ← ${importer}`)
  return [
    measureRow('files', 'source files', files.size),
    measureRow('singleImporter', 'files with exactly one importer', single.length, { items }),
  ]
}

function answerRows() {
  const { retyped, casts } = answersTypedByHand(under(ADMIN))
  return [
    measureRow('retyped', 'hand-written response types in the admin', retyped.length, { items: retyped }),
    measureRow('casts', 'casts of responses', casts.length, { items: casts }),
  ]
}

function documentRows() {
  const page = existsSync(join(root, ENTITY_PAGE)) ? readFileSync(join(root, ENTITY_PAGE), 'utf8') : undefined
  const listed = page === undefined ? undefined : filesOfEntity(page)
  const texts = ['src', 'tests', 'scripts', DOCS].flatMap((folder) => [...readUnder(folder)])
  const cited = texts.flatMap(([path, text]) => outsideCitations(path, text))
  return [
    measureRow('entity', 'files that a new catalogue entity touches', listed?.length, {
      note: listed === undefined ? `no ${ENTITY_PAGE} yet` : '',
      items: listed,
    }),
    measureRow('citations', 'citations of documents outside of the repository', cited.length, {
      items: cited,
    }),
  ]
}

/** Runs each request; returns the files that its path omits, and the number of files that ran. */
async function checkCoverage() {
  const program = join(root, 'scripts', 'trace-requests.mjs')
  // Optimising WebAssembly, which the database is, would take longer than the requests.
  const { stdout } = await promisify(execFile)(process.execPath, ['--liftoff-only', program], { cwd: root })
  const shared = new Set(Object.values(SHARED).flat())
  const traced = JSON.parse(stdout)
  return Object.keys(PATHS).map((id) => {
    const executed = traced[id]
    if (executed === undefined) throw new Error(`${program} makes no request for the path '${id}'`)
    const listed = new Set(filesOf(PATHS[id]))
    return {
      id,
      executed: executed.length,
      shared: executed.filter((path) => shared.has(path) && !listed.has(path)).length,
      unlisted: executed.filter((path) => !shared.has(path) && !listed.has(path)),
    }
  })
}

const holds = ({ now, most }) => now === undefined || most === undefined || now <= most

function print(rows, coverage) {
  const goalOf = ({ most, says }) => says ?? (most === 0 ? '0' : `≤ ${most}`)
  const cells = rows.map((row) => [row.name, String(row.now ?? '–'), goalOf(row), row.note])
  const table = [['', 'now', 'goal', ''], ...cells]
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((line) => line[column].length)))
  for (const [index, [name, now, goal, note]] of table.entries()) {
    const line = `${name.padEnd(widths[0])}  ${now.padStart(widths[1])}  ${goal.padEnd(widths[2])}  ${note}`
    console.log(line.trimEnd())
    if (options.verbose && index > 0) for (const item of rows[index - 1].items) console.log(`    ${item}`)
  }
  const counts = Object.entries(SHARED).map(([name, paths]) => `${paths.length} ${name}`)
  console.log(`\nNot counted in the paths: ${counts.join(', ')}`)
  if (options.verbose) for (const path of Object.values(SHARED).flat()) console.log(`    ${path}`)
  for (const { id, executed, shared, unlisted } of coverage)
    console.log(
      `${id}: ${executed} server and domain files ran, ${shared} of them shared, ${unlisted.length} in no list`,
    )
}

const rows = [
  closureRow('movieEdit', 'MovieEdit'),
  closureRow('seriesEdit', 'SeriesEdit'),
  ...Object.keys(PATHS).map(pathRow),
  ...importerRows(),
  cycleRow('adminCycles', ADMIN),
  cycleRow('serverCycles', SERVER),
  ...answerRows(),
  ...documentRows(),
]
const named = [...Object.values(PATHS).flatMap(filesOf), ...Object.values(SHARED).flat()]
const coverage = options['check-coverage'] ? await checkCoverage() : []

if (options.json) console.log(JSON.stringify({ rows, shared: SHARED, coverage }, null, 2))
else print(rows, coverage)

const faults = [
  ...[...new Set(named)]
    .filter((path) => !existsSync(join(root, path)))
    .map((path) => `scripts/house/paths.mjs lists ${path}, which does not exist`),
  ...rows.filter((row) => !holds(row)).map(({ name, now, most }) => `${name}: ${now} is more than ${most}`),
  ...coverage.flatMap(({ id, unlisted }) =>
    unlisted.map(
      (path) => `${path} ran in the request of the path '${id}': scripts/house/paths.mjs must list it`,
    ),
  ),
]
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
