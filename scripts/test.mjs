import { availableParallelism } from 'node:os'
import { findChromium } from '../tests/support/chromium.mjs'
import { install, program, run } from './prepare.mjs'
import { conclude, runSteps } from './run-steps.mjs'
import { journeySteps, thoroughSteps, verifySteps } from './steps.mjs'

/** The journeys need a real browser: the machine's own, else Playwright's, else Debian's package. */
async function installChromium() {
  if (findChromium()) return
  console.log('No Chromium found; installing one…')
  await run([process.execPath, program('playwright'), 'install', '--with-deps', 'chromium'])
  if (findChromium() || process.getuid?.() !== 0) return
  await run(['apt-get', 'update', '-q'])
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run(['apt-get', 'install', '-y', '-q', '--no-install-recommends', 'chromium'], { env })
}

await install()
await installChromium()
const lanes = Math.min(2, availableParallelism())
const results = await runSteps([...verifySteps, ...thoroughSteps], lanes)
results.push(...(await runSteps(journeySteps, 1)))
conclude(results)
