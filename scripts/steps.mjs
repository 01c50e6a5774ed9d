import { existsSync, readFileSync } from 'node:fs'
import { npm } from './prepare.mjs'

const script = (name, ...args) => npm('run', '--silent', name, ...(args.length > 0 ? ['--', ...args] : []))

const check = (file) => [process.execPath, `scripts/${file}`]

const readReport = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined)

/** A vitest step with the number of its tests; `args` choose projects or files. */
function vitestStep(name, args, more = {}) {
  const report = (path) => {
    const { numPassedTests, numFailedTests, numPendingTests = 0, numTodoTests = 0 } = readReport(path) ?? {}
    return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests }
  }
  const command = (path) => [
    ...script('test:unit', ...args),
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${path}`],
  ]
  return { name, command, report, ...more }
}

/** The step of the browser journeys with the number of its tests. */
function journeysStep(name, more = {}) {
  const report = (path) => {
    const { expected, unexpected = 0, flaky = 0, skipped = 0 } = readReport(path)?.stats ?? {}
    return { passed: expected, failed: unexpected + flaky, skipped }
  }
  const command = () => script('test:journeys', '--reporter=line,json')
  const env = (path) => ({ PLAYWRIGHT_JSON_OUTPUT_FILE: path })
  return { name, command, env, report, ...more }
}

const apiStep = (part, of) => vitestStep(`API, part ${part}`, ['--project=server', `--shard=${part}/${of}`])

/** What must hold before every commit; the longest come first, in parts that two lanes share out evenly. */
export const verifySteps = [
  apiStep(1, 2),
  apiStep(2, 2),
  vitestStep('admin', ['--project=admin']),
  vitestStep('domain', ['--project=repository', '--project=domain']),
  { name: 'build', command: script('build') },
  { name: 'bundle size', command: check('bundle-size.mjs'), needs: ['build'], show: true },
  { name: 'types', command: script('types') },
  { name: 'format and lint', command: script('lint') },
  { name: 'dead code', command: script('dead-code') },
  { name: 'structure', command: script('house') },
]

/** What only the whole test run does besides: a real PostgreSQL, and the commands that the README names. */
export const thoroughSteps = [
  vitestStep('API on PostgreSQL', ['--project=server-postgres']),
  vitestStep('whole screens', ['--project=admin-screens']),
  vitestStep('API, exhaustively', ['--project=server-exhaustive']),
  vitestStep('faults', ['--project=faults'], { needs: ['build'] }),
  { name: 'a failing test fails', command: check('check-runner.mjs') },
  { name: 'paths', command: script('house', '--check-coverage'), show: true },
  { name: 'commands', command: check('check-commands.mjs'), needs: ['build'] },
]

/** The journeys in a browser, after everything else: they measure a person's waiting time. */
export const journeySteps = [journeysStep('journeys')]
