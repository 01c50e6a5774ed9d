import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { build, install, root, run } from './prepare.mjs'

const folder = join(root, 'tests', 'benchmarks')
const args = process.argv.slice(2)

await install()
await build({ ifNeeded: true })

for (const file of readdirSync(folder).filter((name) => name.endsWith('.bench.mjs'))) {
  console.log(`\n${file}`)
  const code = await run([process.execPath, join(folder, file), ...args])
  if (code !== 0) process.exitCode = code
}
