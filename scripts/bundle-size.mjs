import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from './prepare.mjs'

const folder = join(root, 'dist', 'admin')
const most = JSON.parse(readFileSync(join(root, 'scripts', 'first-load.json'), 'utf8'))
const manifest = JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8'))

/** Entry modules of a first visit, and the budget for their scripts. */
const visits = [
  { name: '/login', modules: [/^index\.html$/], most: most.login },
  {
    name: 'the first list',
    modules: [/^index\.html$/, /^src\/admin\/App\.tsx$/, /users\/(UserList|index)/],
    most: most.list,
  },
]

function withImports(key, found = new Set()) {
  if (found.has(key)) return found
  found.add(key)
  for (const imported of manifest[key].imports ?? []) withImports(imported, found)
  return found
}

function weigh({ modules }) {
  const keys = modules.flatMap((pattern) => {
    const matching = Object.keys(manifest).filter((key) => pattern.test(key) && !key.startsWith('_'))
    if (matching.length === 0) throw new Error(`No module of the build matches ${pattern}`)
    return matching
  })
  const chunks = new Set(keys.flatMap((key) => [...withImports(key)]))
  const files = new Set([...chunks].map((key) => manifest[key].file).filter((file) => file.endsWith('.js')))
  return [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file))).length, 0)
}

for (const visit of visits) {
  const bytes = weigh(visit)
  const text = `${visit.name}: ${(bytes / 1000).toFixed(1)} kB of JavaScript (gzip), at most ${visit.most / 1000}`
  if (bytes > visit.most) process.exitCode = 1
  console.log(bytes > visit.most ? `TOO MUCH  ${text}` : text)
}
