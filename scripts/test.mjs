import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { install, program, root, run } from './prepare.mjs'
import { conclude, runSteps } from './run-steps.mjs'
import { partOf, stepsOf } from './steps.mjs'

/**
 * Runs the steps of `npm test`; with `--all` those of `npm run test:all`, of which `--sample` runs only a part of the added
 * ones. The commit hash selects the part: a few commits cover all of it, and each commit always runs the same.
 */

const PARTS = 3

const { values: options } = parseArgs({ options: { all: { type: 'boolean' }, sample: { type: 'boolean' } } })

/** The journeys need a real browser: the machine's own, else Playwright's, else Debian's package. */
async function installChromium() {
  // Imported after the packages are installed, because it needs one of them.
  const { findChromium } = await import('../tests/support/chromium.mjs')
  if (findChromium()) return
  console.log('No Chromium found; installing one…')
  const isRoot = process.getuid?.() === 0
  // Its system libraries are packages of the distribution, which only root may install.
  const what = isRoot ? ['--with-deps', 'chromium'] : ['chromium']
  await run([process.execPath, program('playwright'), 'install', ...what], {
    env: { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '15000' },
  })
  if (findChromium() || !isRoot) return
  await run(['apt-get', 'update', '-q'])
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run(['apt-get', 'install', '-y', '-q', '--no-install-recommends', 'chromium'], { env })
}

function chosenPart() {
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' })
  const commit = stdout?.trim() || '0'
  return { commit, part: (Number.parseInt(commit.slice(0, 8), 16) % PARTS) + 1 }
}

function chosenSteps() {
  const all = stepsOf(options.all ? 'all' : 'test')
  if (!options.sample) return all
  const { commit, part } = chosenPart()
  const isSampled = (step) => step.in === 'all' && !step.isWhole
  const names = all.filter(isSampled).map(({ name }) => name)
  console.log(`Sample of commit ${commit.slice(0, 8)}: part ${part} of ${PARTS} of ${names.join(', ')}`)
  return all.map((step) => (isSampled(step) ? partOf(step, part, PARTS) : step))
}

await install()
await installChromium()
// More lanes than processors, because some steps wait a lot.
conclude(await runSteps(chosenSteps(), availableParallelism() > 1 ? 4 : 1))
