import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** Root folder of the project. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * NODE_OPTIONS for short processes: the embedded database is WebAssembly, and optimising it would take them more time
 * than it saves. Node takes the option from the environment only so.
 */
export const QUICK_START =
  "--import=data:text/javascript,import{setFlagsFromString}from'node:v8';setFlagsFromString('--liftoff-only')"

/** Inputs of the build; a change in any of them makes the built files outdated. */
const sources = ['src', 'public', 'index.html', 'vite.config.ts', 'package-lock.json', 'scripts/compress.mjs']
const stamp = join(root, 'dist', '.built')
const server = join(root, 'dist', 'server', 'main.js')

const readJson = (path) =>
  existsSync(join(root, path)) ? JSON.parse(readFileSync(join(root, path), 'utf8')) : undefined

/** Path of the Node program of an installed package (`vite`, `playwright`, …). */
export function program(name, of = name) {
  const { bin } = readJson(`node_modules/${of}/package.json`)
  return join(root, 'node_modules', of, typeof bin === 'string' ? bin : bin[name])
}

/** The command that starts npm: the one running this script, else the one in the path. */
export function npm(...args) {
  const cli = process.env.npm_execpath
  if (cli?.endsWith('.js')) return [process.execPath, cli, ...args]
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm', ...args]
}

/** Runs a command and returns its exit code; `output` redirects its output. */
export function run([command, ...args], { output, env } = {}) {
  const stdio = output ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit']
  const child = spawn(command, args, { cwd: root, stdio, env: { ...process.env, ...env } })
  child.stdout?.on('data', output)
  child.stderr?.on('data', output)
  const pass = (signal) => child.kill(signal)
  process.on('SIGINT', pass).on('SIGTERM', pass)
  return new Promise((resolve) => {
    const end = (code) => {
      process.off('SIGINT', pass).off('SIGTERM', pass)
      resolve(code)
    }
    child.once('error', (error) => {
      console.error(`${command}: ${error.message}`)
      end(127)
    })
    // A child ended by a signal was interrupted on purpose, so the following steps must not run.
    child.once('close', (code, signal) =>
      signal ? process.exit(signal === 'SIGINT' ? 130 : 143) : end(code),
    )
  })
}

async function runOrExit(command, options) {
  const code = await run(command, options)
  if (code !== 0) process.exit(code)
}

function isInstalled(development) {
  const wanted = readJson('package-lock.json')?.packages ?? {}
  const present = readJson('node_modules/.package-lock.json')?.packages
  if (!present) return false
  return Object.entries(wanted).every(([path, { version, optional, devOptional, dev }]) => {
    if (path === '' || optional || (!development && (dev || devOptional))) return true
    return present[path]?.version === version
  })
}

/** npm's cache, or one of the project if the home folder cannot be written to. */
function npmCache() {
  const cache = process.env.npm_config_cache ?? join(homedir(), '.npm')
  try {
    mkdirSync(cache, { recursive: true })
    accessSync(cache, constants.W_OK)
    return cache
  } catch {
    return join(root, '.cache', 'npm')
  }
}

/** Installs exactly the locked packages unless they are there already; `development` includes the build's own. */
export async function install({ development = true } = {}) {
  if (isInstalled(development)) return
  console.log('Installing the locked packages…')
  const env = { npm_config_cache: npmCache() }
  await runOrExit(npm('ci', ...(development ? ['--include=dev'] : ['--omit=dev'])), { env })
}

function filesUnder(path) {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesUnder(join(path, name)))
}

function sourcesHash() {
  const hash = createHash('sha256')
  for (const file of sources.flatMap((source) => filesUnder(join(root, source)))) {
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  }
  return hash.digest('hex')
}

function isBuilt() {
  if (!existsSync(join(root, 'src'))) return existsSync(server)
  return existsSync(server) && existsSync(stamp) && readFileSync(stamp, 'utf8') === sourcesHash()
}

/** Builds browser and server files and their compressed copies; with `ifNeeded`, only when sources changed. */
export async function build({ ifNeeded = false } = {}) {
  if (ifNeeded && isBuilt()) return
  console.log('Building…')
  // The built files count as outdated before they are overwritten.
  rmSync(stamp, { force: true })
  // Taken before the build, so that sources changed meanwhile count as not built.
  const hash = sourcesHash()
  const env = { NODE_ENV: 'production' }
  await runOrExit([process.execPath, program('vite'), 'build', '--app', '--logLevel', 'warn'], { env })
  await runOrExit([process.execPath, join(root, 'scripts', 'compress.mjs')])
  writeFileSync(stamp, hash)
}

/** Vite, to load TypeScript like the tests do; requires the packages. */
export async function typeScriptLoader() {
  const { createServer } = await import('vite')
  return createServer({
    root,
    configFile: false,
    appType: 'custom',
    logLevel: 'warn',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, watch: null, hmr: false, ws: false },
  })
}

/** Installs and builds if needed, then runs a command of the product in this process. */
export async function command(args) {
  const built = isBuilt()
  await install({ development: !built })
  if (!built) await build()
  process.argv.splice(1, process.argv.length, server, ...args)
  await import(pathToFileURL(server).href)
}
