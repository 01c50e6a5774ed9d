import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { program, root, run } from './prepare.mjs'

/**
 * Some packages make the process exit with 0 even if tests fail. Runs a failing test with the PostgreSQL of the suite,
 * and checks the exit code; that passing tests exit with 0 is shown by every other step.
 */

const globalSetup = [join(root, 'tests', 'support', 'global-postgres.ts')]

const folder = mkdtempSync(join(tmpdir(), 'cartelera-runner-'))
const report = join(folder, 'failing.json')
writeFileSync(join(folder, 'failing.test.mjs'), `test('adds up', () => expect(1 + 1).toBe(3))\n`)
const config = { root: folder, test: { globals: true, include: ['failing.test.mjs'], globalSetup } }
const path = join(folder, 'failing.config.mjs')
writeFileSync(path, `export default ${JSON.stringify(config)}\n`)
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
const code = await run([process.execPath, program('vitest'), 'run', '--config', path, ...reporters])
const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'))
rmSync(folder, { recursive: true, force: true })
const outcome = `exit code ${code}, ${numPassedTests} passed, ${numFailedTests} failed`
console.log(`A failing test: ${outcome}`)
if (outcome !== 'exit code 1, 0 passed, 1 failed') process.exitCode = 1
