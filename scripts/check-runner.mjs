import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { program, root, run } from './prepare.mjs'

/**
 * Some packages make the process exit with 0 even if tests fail. Runs one failing and one passing test with the PostgreSQL
 * of the suite, and checks the exit code of each.
 */

const globalSetup = [join(root, 'tests', 'support', 'global-postgres.ts')]

async function outcome(folder, name, sum) {
  const report = join(folder, `${name}.json`)
  writeFileSync(join(folder, `${name}.test.mjs`), `test('adds up', () => expect(1 + 1).toBe(${sum}))\n`)
  const include = [`${name}.test.mjs`]
  const config = { root: folder, test: { globals: true, include, globalSetup } }
  const path = join(folder, `${name}.config.mjs`)
  writeFileSync(path, `export default ${JSON.stringify(config)}\n`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await run([process.execPath, program('vitest'), 'run', '--config', path, ...reporters])
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'))
  return `exit code ${code}, ${numPassedTests} passed, ${numFailedTests} failed`
}

const folder = mkdtempSync(join(tmpdir(), 'cartelera-runner-'))
const [failing, passing] = [await outcome(folder, 'failing', 3), await outcome(folder, 'passing', 2)]
rmSync(folder, { recursive: true, force: true })
console.log(`A failing test: ${failing}\nA passing test: ${passing}`)
const isRight = failing === 'exit code 1, 0 passed, 1 failed' && passing === 'exit code 0, 1 passed, 0 failed'
if (!isRight) process.exitCode = 1
