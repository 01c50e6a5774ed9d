import { availableParallelism } from 'node:os'
import { install, program, run } from './prepare.mjs'
import { conclude, runSteps } from './run-steps.mjs'
import { journeySteps, thoroughSteps, verifySteps } from './steps.mjs'

/** The journeys need a real browser: the machine's own, else Playwright's, else Debian's package. */
async function installChromium() {
  // Not before the packages are installed: it needs one of them.
  const { findChromium } = await import('../tests/support/chromium.mjs')
  if (findChromium()) return
  console.log('No Chromium found; installing one…')
  const isRoot = process.getuid?.() === 0
  // Its system libraries come from the distribution, which only root may install.
  const what = isRoot ? ['--with-deps', 'chromium'] : ['chromium']
  await run([process.execPath, program('playwright'), 'install', ...what], {
    env: { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '15000' },
  })
  if (findChromium() || !isRoot) return
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
