import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './prepare.mjs'

const folder = join(root, 'dist', 'admin')
const most = JSON.parse(readFileSync(join(root, 'scripts', 'first-load.json'), 'utf8'))
const manifest = JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8'))

/** Entry modules of a first visit, and the budget for their scripts: bytes as browsers get them (Brotli), and files. */
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

function weigh(modules) {
  const keys = modules.flatMap((pattern) => {
    const matching = Object.keys(manifest).filter((key) => pattern.test(key) && !key.startsWith('_'))
    if (matching.length === 0) throw new Error(`No module of the build matches ${pattern}`)
    return matching
  })
  const chunks = new Set(keys.flatMap((key) => [...withImports(key)]))
  const files = new Set([...chunks].map((key) => manifest[key].file).filter((file) => file.endsWith('.js')))
  const bytes = [...files].reduce((sum, file) => sum + sent(join(folder, file)), 0)
  return { bytes, files: files.size }
}

/** The smallest scripts have no compressed copy. */
const sent = (file) => statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size

for (const { most, name, modules } of visits) {
  const { bytes, files } = weigh(modules)
  const text = `${name}: ${(bytes / 1000).toFixed(1)} kB of JavaScript (Brotli) in ${files} files, at most ${most.bytes / 1000} in ${most.files}`
  const isTooMuch = bytes > most.bytes || files > most.files
  if (isTooMuch) process.exitCode = 1
  console.log(isTooMuch ? `TOO MUCH  ${text}` : text)
}
