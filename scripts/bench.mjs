import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { build, install, root } from './prepare.mjs'

const folder = join(root, 'tests', 'benchmarks')
const args = process.argv.slice(2)

await install()
await build({ ifNeeded: true })
const { runnerImport } = await import('vite')

for (const file of readdirSync(folder).filter((name) => name.endsWith('.bench.ts'))) {
  console.log(`\n${file}`)
  const { module } = await runnerImport(join(folder, file), { root, configFile: false, logLevel: 'warn' })
  const code = await module.default(args)
  if (code !== 0) process.exitCode = code
}
