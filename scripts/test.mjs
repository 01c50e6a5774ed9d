import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { install, program, root } from './prepare.mjs'
import { conclude, runSteps } from './run-steps.mjs'
import { shard, stepsOf } from './steps.mjs'

/**
 * Runs the steps of `npm test`; with `--all`, those that `npm run test:all` adds once these have passed, of which
 * `--sample` runs only a part. The commit hash selects the part: a few commits cover all of it, and each commit always
 * runs the same.
 */

const PARTS = 3
/** Only ends installations that hang, in milliseconds. */
const INSTALLATION_TIMEOUT = 600_000
// More slots than processors, because some steps wait a lot.
const SLOTS = availableParallelism() > 1 ? 4 : 1

const { values: options } = parseArgs({ options: { all: { type: 'boolean' }, sample: { type: 'boolean' } } })

const isRoot = process.getuid?.() === 0

/** Runs a command of an installation, and prints its output only if it fails; returns whether it succeeded. */
function succeeds([command, ...args], env) {
  console.log(`${command} ${args.join(' ')}`)
  const start = Date.now()
  const { status, error, output } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: INSTALLATION_TIMEOUT,
    env: { ...process.env, ...env },
  })
  const time = `${((Date.now() - start) / 1000).toFixed(1)} s`
  if (status === 0) console.log(`done in ${time}`)
  else console.log(`failed after ${time}: ${[error?.message, ...(output ?? [])].filter(Boolean).join('\n')}`)
  return status === 0
}

/** Installs packages of Debian, as root where there is apt-get. */
function installPackages(...names) {
  if (!isRoot || !existsSync('/usr/bin/apt-get')) return
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const install = ['install', '-y', '-q', '--no-install-recommends', '-o', 'Dpkg::Options::=--force-confold']
  if (succeeds(['apt-get', 'update', '-q'], env)) succeeds(['apt-get', ...install, ...names], env)
}

function installPlaywrightBuild() {
  // Its system libraries are packages of the distribution, which only root may install.
  const args = ['install', '--only-shell', ...(isRoot ? ['--with-deps'] : []), 'chromium']
  const env = { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '15000' }
  succeeds([process.execPath, program('playwright'), ...args], env)
}

/** Debian's come first: a bare machine may reach nothing but its package mirror. Old releases have no shell. */
const INSTALLATIONS = [
  () => installPackages('chromium-headless-shell'),
  () => installPackages('chromium'),
  installPlaywrightBuild,
]

/** Version and path of the browser of the journeys; undefined if there is none that starts. */
async function browserVersion() {
  // Imported after the packages are installed, because they need one of them.
  const [{ chromium }, { findChromium }] = await Promise.all([
    import('playwright'),
    import('../tests/support/chromium.mjs'),
  ])
  const executablePath = findChromium()
  if (!executablePath) return undefined
  try {
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
    const version = browser.version()
    await browser.close()
    return `${version}, ${executablePath}`
  } catch (error) {
    console.log(`${executablePath} does not start: ${error.message}`)
    return undefined
  }
}

/** The journeys need a real browser; returns whether there is one, which is installed if necessary. */
async function prepareBrowser() {
  let version = await browserVersion()
  for (const install of INSTALLATIONS) {
    if (version || process.env.PLAYWRIGHT_CHROMIUM) break
    await install()
    version = await browserVersion()
  }
  if (version) console.log(`Browser: Chromium ${version}`)
  return version !== undefined
}

/**
 * What the cluster tests run, on ports of their own: the services and the main cluster of the packages are not needed.
 */
function installServers() {
  if (['/usr/lib/postgresql', '/usr/sbin/pgbouncer', '/usr/sbin/haproxy'].every(existsSync)) return
  const settings = '/etc/postgresql-common'
  if (isRoot && !existsSync(`${settings}/createcluster.conf`)) {
    mkdirSync(settings, { recursive: true })
    writeFileSync(`${settings}/createcluster.conf`, 'create_main_cluster = false\n')
  }
  installPackages('postgresql', 'pgbouncer', 'haproxy')
}

/** What the trial of the deployment makes and starts systems with. */
function installDeploymentTools() {
  if (
    ['mmdebstrap', 'systemd-nspawn', 'slirp4netns', 'buildah'].every((name) => existsSync(`/usr/bin/${name}`))
  )
    return
  installPackages('mmdebstrap', 'systemd-container', 'slirp4netns', 'buildah')
}

function samplePart() {
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' })
  const commit = stdout?.trim() || '0'
  return { commit, part: (Number.parseInt(commit.slice(0, 8), 16) % PARTS) + 1 }
}

/** The steps that `npm run test:all` adds. */
function addedSteps() {
  const added = stepsOf('all').filter((step) => step.in === 'all')
  if (!options.sample) return added
  const { commit, part } = samplePart()
  const sampled = added.filter(({ isUnsampled }) => !isUnsampled)
  const names = sampled.filter(({ isWhole }) => !isWhole).map(({ name }) => name)
  console.log(`Sample of commit ${commit.slice(0, 8)}: part ${part} of ${PARTS} of ${names.join(', ')}`)
  return sampled.map((step) => (step.isWhole ? step : shard(step, part, PARTS)))
}

async function runAll() {
  if (!(await prepareBrowser())) {
    const message = 'No Chromium: install Debian’s package `chromium`, or name one in PLAYWRIGHT_CHROMIUM.'
    return [{ name: 'browser', passed: 0, failed: 1, skipped: 0, failures: [message] }]
  }
  const results = await runSteps(stepsOf('test'), SLOTS)
  if (!options.all || results.some(({ failed }) => failed > 0)) return results
  installServers()
  if (!options.sample) installDeploymentTools()
  return runSteps(addedSteps(), SLOTS, results)
}

await install()
conclude(await runAll())
