import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { build, install, root, typeScriptLoader } from './prepare.mjs'

const folder = join(root, 'tests', 'benchmarks')
/** `npm run bench -- credits` runs one of them; further arguments are passed to each. */
const files = readdirSync(folder).filter((name) => name.endsWith('.bench.ts'))
const [requested, ...others] = process.argv.slice(2)
const isName = files.includes(`${requested}.bench.ts`)
const args = isName ? others : process.argv.slice(2)

// `process.exit` also ends the server that a benchmark has started.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130))

await install()
await build({ ifNeeded: true })

const vite = await typeScriptLoader()

for (const file of isName ? [`${requested}.bench.ts`] : files) {
  console.log(`\n${file}`)
  const bench = await vite.ssrLoadModule(join(folder, file))
  const code = await bench.default(args)
  if (code !== 0) process.exitCode = code
}
await vite.close()
