import { existsSync, readFileSync } from 'node:fs'
import { npm } from './prepare.mjs'

const script = (name, ...args) => npm('run', '--silent', name, ...(args.length > 0 ? ['--', ...args] : []))

const check = (file) => [process.execPath, `scripts/${file}`]

const readReport = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined)

/** Characters of an error message repeated at the end of the output. */
const REASON_LENGTH = 1_000

/** Runs projects of vitest.config.ts; reads test counts and failures from the report. */
function vitest(...args) {
  const report = (path) => {
    const results = readReport(path)
    const { numPassedTests, numFailedTests, numPendingTests = 0, numTodoTests = 0 } = results ?? {}
    const failures = (results?.testResults ?? []).flatMap(({ message, assertionResults }) => [
      ...(message ? [message.slice(0, REASON_LENGTH)] : []),
      ...assertionResults
        .filter(({ status }) => status === 'failed')
        .map(
          ({ fullName, failureMessages }) => `${fullName}\n${failureMessages[0]?.slice(0, REASON_LENGTH)}`,
        ),
    ])
    return {
      passed: numPassedTests,
      failed: numFailedTests,
      skipped: numPendingTests + numTodoTests,
      failures,
    }
  }
  const command = (path) => [
    ...script('test:unit', ...args),
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${path}`],
  ]
  return { command, report }
}

/** Runs a project of playwright.config.ts; reads journey counts and failures from the report. */
function playwright(project) {
  const failuresOf = ({ suites = [], specs = [] }) => [
    ...specs
      .filter(({ ok }) => !ok)
      .map(({ title, tests }) => {
        const error = tests.flatMap(({ results }) => results).find((result) => result.error)?.error
        return `${title}\n${error?.message?.slice(0, REASON_LENGTH)}`
      }),
    ...suites.flatMap(failuresOf),
  ]
  const report = (path) => {
    const results = readReport(path)
    const { expected, unexpected = 0, flaky = 0, skipped = 0 } = results?.stats ?? {}
    return { passed: expected, failed: unexpected + flaky, skipped, failures: failuresOf(results ?? {}) }
  }
  const command = () => script('test:journeys', `--project=${project}`, '--reporter=line,json')
  const env = (path) => ({ PLAYWRIGHT_JSON_OUTPUT_FILE: path })
  return { command, env, report }
}

/** The API test that `npm run verify` runs alone. */
const ENDPOINTS = 'tests/server/access/endpoints.test.ts'

// In a process of seconds, optimising scripts and the embedded database, which is WebAssembly, takes longer than it
// saves.
const quick = ['--liftoff-only', '--no-opt', '--no-maglev'].map((flag) => `--execArgv=${flag}`)

/**
 * The commands, each with the steps that it adds to those before it: checks before every commit, behaviour that a
 * change can break, and the rest (PostgreSQL, processes, other journeys, every value, theme, size and state).
 */
const COMMANDS = ['verify', 'test', 'all']

/**
 * The longest come first in each command, so that its slots end together; steps with `alone` run after all others,
 * those with `isWhole` in full where others are sampled. A sample leaves out those with `isUnsampled`.
 */
const STEPS = [
  { in: 'verify', name: 'endpoints', ...vitest('--project=server', ENDPOINTS, ...quick) },
  { in: 'verify', name: 'domain', ...vitest('--project=domain') },
  { in: 'verify', name: 'build', command: script('build') },
  {
    in: 'verify',
    name: 'bundle size',
    command: check('bundle-size.mjs'),
    needs: ['build'],
    show: true,
  },
  { in: 'verify', name: 'types', command: script('types') },
  { in: 'verify', name: 'format and lint', command: script('lint') },
  { in: 'verify', name: 'dead code', command: script('dead-code') },
  { in: 'verify', name: 'structure', command: script('check-structure') },

  {
    in: 'test',
    name: 'API',
    ...vitest('--project=server', 'tests/server/', `--exclude=${ENDPOINTS}`),
  },
  { in: 'test', name: 'main journeys', ...playwright('main'), needs: ['build'] },
  { in: 'test', name: 'admin', ...vitest('--project=admin', 'tests/admin/') },

  {
    in: 'all',
    name: 'PostgreSQL',
    ...vitest('--project=postgres', 'tests/postgres/', 'tests/operations/'),
    isWhole: true,
  },
  { in: 'all', name: 'screens', ...vitest('--project=admin', 'tests/screens/'), isWhole: true },
  { in: 'all', name: 'extended', ...vitest('--project=server', 'tests/extended/'), isWhole: true },
  {
    in: 'all',
    name: 'API on PostgreSQL',
    ...vitest(
      '--project=postgres',
      'tests/server/',
      'tests/extended/',
      'tests/exhaustive/',
      'tests/hostile/',
    ),
  },
  {
    in: 'all',
    name: 'faults',
    ...vitest('--project=processes', 'tests/faults'),
    needs: ['build'],
    isWhole: true,
  },
  { in: 'all', name: 'commands', command: check('check-commands.mjs'), needs: ['build'], isWhole: true },
  { in: 'all', name: 'package', command: check('check-package.mjs'), needs: ['build'], isWhole: true },
  { in: 'all', name: 'a failing test fails', command: check('check-runner.mjs'), isWhole: true },
  { in: 'all', name: 'paths', command: script('check-structure', '--paths'), show: true, isWhole: true },
  {
    in: 'all',
    name: 'pooler and replicas',
    ...vitest('--project=processes', 'tests/cluster'),
    needs: ['build'],
    isWhole: true,
  },
  {
    in: 'all',
    name: '100,000 hostile requests',
    ...vitest('--project=server', 'tests/hostile'),
    env: () => ({ HOSTILE_TOTAL: '100000' }),
  },
  // Makes two systems of Debian's packages, which takes minutes.
  {
    in: 'all',
    name: 'deployment',
    ...vitest('--project=processes', 'tests/deployment'),
    needs: ['build'],
    isUnsampled: true,
  },
  { in: 'all', name: 'dev server', ...vitest('--project=processes', 'tests/dev'), isWhole: true },
  { in: 'all', name: 'storms', ...vitest('--project=processes', 'tests/storms'), needs: ['build'] },
  {
    in: 'all',
    name: 'cluster',
    command: (path) => script('cluster', '--seconds', '6', '--report', path),
    report: readReport,
    needs: ['build'],
    isWhole: true,
    alone: true,
    show: true,
  },
  { in: 'all', name: 'other journeys', ...playwright('other'), alone: true, isWhole: true },
  { in: 'all', name: 'every look', ...playwright('every'), alone: true },
]

/** The steps of `verify`, `test` or `all`. */
export const stepsOf = (command) =>
  COMMANDS.slice(0, COMMANDS.indexOf(command) + 1).flatMap((name) => STEPS.filter((step) => step.in === name))

/** One part of a step's tests. */
export const shard = (step, part, parts) => ({
  ...step,
  name: `${step.name}, ${part}/${parts}`,
  command: (path) => [...step.command(path), `--shard=${part}/${parts}`],
})
