import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { run } from './prepare.mjs'

/**
 * A step is `{ name, command, needs?, alone?, show?, env?, report? }`: a command, the steps that must have passed
 * before it, and how to read its test counts from the JSON report that it writes.
 */

const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`

/** Without counts, or with an exit code not explained by failed tests, the step itself counts as failed. */
function outcome(code, counts) {
  if (!counts) return { passed: 0, failed: code === 0 ? 0 : 1, skipped: 0, failures: [] }
  const { passed = 0, failed = 0, skipped = 0, failures = [] } = counts
  const ranNothing = passed + failed === 0
  return { passed, failed: failed || Number(code !== 0 || ranNothing), skipped, failures }
}

async function runStep(step, folder) {
  const start = Date.now()
  const path = join(folder, `${step.name.replace(/\W+/g, '-')}.json`)
  const chunks = []
  const command = typeof step.command === 'function' ? step.command(path) : step.command
  // React has no test functions in production.
  const env = { FORCE_COLOR: '0', NODE_ENV: undefined, ...step.env?.(path) }
  const code = await run(command, { output: (chunk) => chunks.push(chunk), env })
  const result = { name: step.name, time: seconds(start), ...outcome(code, step.report?.(path)) }
  // Vitest enables colours on `FORCE_COLOR=0`.
  const text = stripVTControlCharacters(Buffer.concat(chunks).toString('utf8')).trim()
  if (result.failed > 0)
    console.log(`\n--- ${step.name}\n${text}\n--- end of ${step.name} (exit code ${code})\n`)
  else if (step.show) console.log(text)
  print(result)
  return result
}

function print({ name, time, passed, failed, skipped }) {
  const counts = [passed && `${passed} passed`, failed && `${failed} failed`, skipped && `${skipped} skipped`]
  const text = counts.filter(Boolean).join(', ')
  console.log(`${failed ? 'FAIL' : 'ok  '}  ${name.padEnd(24)} ${time.padStart(8)}  ${text}`)
}

/**
 * Runs the steps in order, at most `slots` at a time, then those with `alone` one by one. Returns `{ name, time,
 * passed, failed, skipped, failures }` of the `earlier` steps, which others may need, and of these.
 */
export async function runSteps(steps, slots, earlier = []) {
  const folder = mkdtempSync(join(tmpdir(), 'cartelera-steps-'))
  const ends = new Map(earlier.map((result) => [result.name, result]))
  const startWhenReady = async (step) => {
    const before = await Promise.all((step.needs ?? []).map((name) => ends.get(name)))
    const broken = before.find(({ failed }) => failed > 0)
    if (!broken) return runStep(step, folder)
    const time = `no ${broken.name}`
    const result = { name: step.name, time, passed: 0, failed: 1, skipped: 0, failures: [] }
    print(result)
    return result
  }
  const runIn = async (slots, queue) => {
    const slot = async () => {
      for (let step = queue.shift(); step; step = queue.shift()) {
        const end = startWhenReady(step)
        ends.set(step.name, end)
        await end
      }
    }
    await Promise.all(Array.from({ length: slots }, slot))
  }
  await runIn(
    slots,
    steps.filter(({ alone }) => !alone),
  )
  await runIn(
    1,
    steps.filter(({ alone }) => alone),
  )
  rmSync(folder, { recursive: true, force: true })
  return Promise.all(ends.values())
}

/** Repeats the failures at the end of a long output, prints the summary, and sets the exit code. */
export function conclude(results) {
  const sum = (key) => results.reduce((total, result) => total + result[key], 0)
  for (const { name, failures } of results)
    for (const failure of failures) console.log(`FAIL  ${name}: ${stripVTControlCharacters(failure)}\n`)
  if (sum('skipped') > 0) console.log(`${sum('skipped')} skipped`)
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
  if (sum('failed') > 0) process.exitCode = 1
}
