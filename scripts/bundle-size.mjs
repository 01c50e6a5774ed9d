import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from './prepare.mjs'

const folder = join(root, 'dist', 'admin')
const budgets = JSON.parse(readFileSync(join(root, 'scripts', 'first-load.json'), 'utf8'))
const manifest = JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8'))

/** Entry modules of a first visit, and the budget for their scripts: bytes as browsers get them (Brotli), and files. */
const visits = [
  { name: '/login', modules: [/^index\.html$/], most: budgets.login },
  {
    name: 'the first list',
    modules: [/^index\.html$/, /^src\/admin\/App\.tsx$/, /users\/(UserList|index)/],
    most: budgets.list,
  },
]

function withImports(key, reached = new Set()) {
  if (reached.has(key)) return reached
  reached.add(key)
  for (const imported of manifest[key].imports ?? []) withImports(imported, reached)
  return reached
}

function weigh(modules) {
  const keys = modules.flatMap((pattern) => {
    const matching = Object.keys(manifest).filter((key) => pattern.test(key) && !key.startsWith('_'))
    if (matching.length === 0) throw new Error(`No module of the build matches ${pattern}`)
    return matching
  })
  const chunks = new Set(keys.flatMap((key) => [...withImports(key)]))
  const files = new Set([...chunks].map((key) => manifest[key].file).filter((file) => file.endsWith('.js')))
  const bytes = [...files].reduce((sum, file) => sum + transferSize(join(folder, file)), 0)
  return { bytes, files }
}

/** The smallest scripts have no compressed copy. */
const transferSize = (file) => statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size

/** The modules of a first load with their bytes before compression, written with `--record` when a budget changes. */
const record = join('scripts', 'first-load-modules.json')

/** A file of ours, or the package of a module. */
const moduleName = (id) =>
  /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? relative(root, id.replace(/^\0|\?.*$/g, ''))

/** Builds the admin again, in memory, since the manifest does not list the modules of a file. */
async function modulesIn(files) {
  const { build } = await import('vite')
  const { output } = await build({ root, logLevel: 'error', build: { write: false } })
  const sizes = new Map()
  for (const { modules = {} } of output.filter(({ fileName }) => files.has(fileName)))
    for (const [id, { renderedLength }] of Object.entries(modules))
      if (renderedLength > 0) sizes.set(moduleName(id), (sizes.get(moduleName(id)) ?? 0) + renderedLength)
  return Object.fromEntries([...sizes].sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** The modules that grew most since the record. */
async function listGrowth(files) {
  const before = JSON.parse(readFileSync(join(root, record), 'utf8'))
  return Object.entries(await modulesIn(files))
    .map(([name, bytes]) => ({ name, grown: bytes - (before[name] ?? 0), isNew: !(name in before) }))
    .filter(({ grown }) => grown > 0)
    .sort((one, other) => other.grown - one.grown)
    .slice(0, 15)
    .map(({ name, grown, isNew }) => `  +${(grown / 1000).toFixed(1)} ${name}${isNew ? ', new' : ''}`)
}

/** Bytes by which a change of any module may move the size, as names of files contain hashes. */
const NOISE = 100

for (const { most, name, modules } of visits) {
  const { bytes, files } = weigh(modules)
  const text = `${name}: ${(bytes / 1000).toFixed(1)} kB of JavaScript (Brotli) in ${files.size} files, at most ${most.bytes / 1000} in ${most.files}`
  const excess = bytes - most.bytes
  const isTooMuch = excess > 0 || files.size > most.files
  console.log(isTooMuch ? `TOO MUCH  ${text}` : text)
  if (isTooMuch) {
    process.exitCode = 1
    if (excess > 0 && excess < NOISE)
      console.log(
        `${excess} bytes too many. Hashes in file names alone move it by so many: if no module grew, raise scripts/first-load.json.`,
      )
    console.log([`Grown since ${record}, in kB before compression:`, ...(await listGrowth(files))].join('\n'))
  }
}
if (process.argv.includes('--record')) {
  const modules = await modulesIn(weigh(visits.flatMap((visit) => visit.modules)).files)
  writeFileSync(join(root, record), `${JSON.stringify(modules, null, 2)}\n`)
}
