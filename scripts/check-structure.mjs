import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { install, root } from './prepare.mjs'

/**
 * Reports the structure of the source. Cycles of files or folders, dependencies of the platform or the kit on features,
 * resources named in the kit, hand-written or cast responses and citations of documents outside of the repository end
 * the command with status 1.
 */

const ADMIN = 'src/admin'
const REGISTRY = 'src/domain/registry.ts'
const DOCS = 'docs'
/** Lists in a section `## Files` what a new catalogue entity touches: numbered, each with its path in backticks. */
const ENTITY_PAGE = `${DOCS}/adding-an-entity.md`

const { values: options } = parseArgs({
  options: {
    paths: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
})

await install()
// Imported after the packages are installed, because these modules need them.
const { closureOf, fileCycles, folderCycles, buildGraph, importersOf } = await import(
  './check-structure/graph.mjs'
)
const { handWrittenTypes } = await import('./check-structure/response-types.mjs')
const { filesOfEntity, isOwnText, outsideCitations } = await import('./check-structure/documents.mjs')
const { resourcesIn, resourcesNamed } = await import('./check-structure/resources.mjs')

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
const graph = buildGraph(files)

const figure = (name, items, note = '') => ({ name, count: items.length, items, note })

function importerFigures() {
  const single = [...importersOf(graph)].filter(([, importers]) => importers.size === 1)
  return [
    figure('source files', [...files.keys()]),
    figure(
      'files with exactly one importer',
      single.map(([file, [importer]]) => `${file} ← ${importer}`),
    ),
  ]
}

function entityFigure() {
  const page = join(root, ENTITY_PAGE)
  return figure(
    'files that a new catalogue entity touches',
    existsSync(page) ? filesOfEntity(readFileSync(page, 'utf8')) : [],
  )
}

const formatCycle = (cycle) => cycle.join(' ⇄ ')

const cycleFigure = (part) => figure(`folder cycles in ${part}`, folderCycles(graph, part).map(formatCycle))

/** Files of a folder that reach a feature, if only by the type of a file between them. */
const featuresReached = (folder, features) =>
  [...files.keys()]
    .filter((file) => file.startsWith(folder))
    .flatMap((file) =>
      [...closureOf(graph, file, { types: true })]
        .filter((reached) => reached.startsWith(features))
        .map((reached) => `${file} reaches ${reached}`),
    )

/** Names of resources in the kit. */
function resourcesInKit() {
  const resources = resourcesIn(REGISTRY, files.get(REGISTRY))
  return [...files]
    .filter(([path]) => path.startsWith(`${ADMIN}/kit/`))
    .flatMap(([path, text]) => resourcesNamed(path, text, resources))
}

/** Figures that must be zero. */
function faultFigures() {
  const admin = new Map([...files].filter(([path]) => path.startsWith(`${ADMIN}/`)))
  const { retyped, casts } = handWrittenTypes(admin)
  const texts = ['src', 'tests', 'scripts', DOCS].flatMap((folder) => [...readUnder(folder)])
  return [
    figure('file cycles', fileCycles(graph).map(formatCycle)),
    ...[ADMIN, 'src/server', 'src/domain'].map(cycleFigure),
    figure(
      'features that the platform reaches',
      featuresReached('src/server/platform/', 'src/server/features/'),
    ),
    figure('features that the kit reaches', featuresReached(`${ADMIN}/kit/`, `${ADMIN}/features/`)),
    figure('resources that the kit names', resourcesInKit()),
    figure('hand-written response types in the admin', retyped),
    figure('casts of responses', casts),
    figure(
      'citations of documents outside of the repository',
      texts.flatMap(([path, text]) => outsideCitations(path, text)),
    ),
  ]
}

/** Counts the files of which a function ran during some tasks. */
async function pathFigures() {
  const program = join(root, 'scripts', 'trace-requests.mjs')
  // Optimising WebAssembly, which the database is, would take longer than the requests.
  const { stdout } = await promisify(execFile)(process.execPath, ['--liftoff-only', program], { cwd: root })
  const { server, browser } = JSON.parse(stdout)
  const figures = (tasks, note) =>
    Object.entries(tasks).map(([task, ran]) => figure(`files that run in ${task}`, ran, note))
  return [...figures(server, 'on the server'), ...figures(browser, 'in the browser')]
}

function print(figures) {
  const width = Math.max(...figures.map(({ name }) => name.length))
  for (const { name, count, items, note } of figures) {
    console.log(`${name.padEnd(width)}  ${String(count).padStart(4)}  ${note}`.trimEnd())
    if (options.verbose) for (const item of items) console.log(`    ${item}`)
  }
}

const faults = faultFigures()
const figures = [
  ...importerFigures(),
  entityFigure(),
  ...(options.paths ? await pathFigures() : []),
  ...faults,
]
if (options.json) console.log(JSON.stringify(figures, null, 2))
else print(figures)

for (const { name, items } of faults) for (const item of items) console.error(`${name}: ${item}`)
if (faults.some(({ count }) => count > 0)) process.exitCode = 1
