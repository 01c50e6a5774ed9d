import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { npm, QUICK_START, root } from './prepare.mjs'

/**
 * Packs the product, installs the package into an empty folder, and uses it there with the embedded database: checked,
 * started, signed in, stopped. Only the installation uses the network.
 */

/** Megabytes of the installed packages at most, in files as they are stored. */
const MAX_SIZE = 120
/** For busy machines. */
const PATIENCE = 600_000
/** Name of the package of an import, without the path in it. */
const IMPORT = /(?:^(?:import|export)\b[^"\n]*|\bimport\()"((?:@[\w.-]+\/)?[\w][\w.:-]*)["/]/gm

const PASSWORD = 'una-clave-de-prueba'
const BACKUP_RECIPIENT = 'age1fwnu038jwd29vyrly4stewqllgctz4pqqv8xgxz50crl6ace39jqqkzkel'

const folder = mkdtempSync(join(tmpdir(), 'cartelera-package-'))
const modules = join(folder, 'node_modules')
const program = join(modules, '.bin', 'cartelera')
const json = (path) => JSON.parse(readFileSync(path, 'utf8'))
const { version, dependencies } = json(join(root, 'package.json'))
const locked = json(join(root, 'package-lock.json')).packages

/** Without settings of the product, and without those of the npm that runs this script. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) =>
    /^(HOME|PATH|TMPDIR|LANG|.*_proxy|npm_config_cache)$/i.test(name),
  ),
)

function expect(condition, message) {
  if (!condition) throw new Error(message)
}

/** Runs a command to its end; returns its status and output. */
function finish([command, ...args], { cwd = folder, env = {} } = {}) {
  const options = { cwd, encoding: 'utf8', timeout: PATIENCE, env: { ...environment, ...env } }
  const { status, stdout, stderr, error } = spawnSync(command, args, options)
  return { status, output: `${stdout}${stderr}${error?.message ?? ''}` }
}

function succeed(command, options) {
  const { status, output } = finish(command, options)
  expect(status === 0, `${command.join(' ')} ended with ${status}\n${output}`)
  return output.trim()
}

/** Size of a folder as `du` counts it, in megabytes. */
const sizeOf = (path) => Number(succeed(['du', '-sm', path]).split('\t')[0])

const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

function packAndInstall() {
  succeed(npm('pack', '--pack-destination', folder), { cwd: root })
  const [archive = ''] = readdirSync(folder)
  const inside = succeed(['tar', '-tzf', archive]).split('\n')
  const foreign = inside.filter(
    (path) => !/^package\/((dist|deploy)\/|(package\.json|README\.md|LICENSE|THIRD-PARTY\.md)$)/.test(path),
  )
  expect(foreign.length === 0, `The package has more than the product: ${foreign.slice(0, 5).join(', ')}`)
  // `engine-strict`: no package of it refuses this Node, and the versions below are those that the lock file tests.
  const flags = ['--omit=dev', '--engine-strict', '--prefer-offline', '--no-audit', '--no-fund', '--no-save']
  succeed(npm('install', ...flags, join(folder, archive)))
  rmSync(join(folder, archive))
  const size = sizeOf(modules)
  console.log(`Installed packages: ${size} MB, at most ${MAX_SIZE}`)
  expect(size <= MAX_SIZE, 'The installed packages are too large')
}

/** The dependencies are what the built server imports, and a package that is only pinned: see `checkCookie`. */
function checkDependencies() {
  const folder = join(root, 'dist', 'server')
  const files = readdirSync(folder, { recursive: true }).filter((path) => path.endsWith('.js'))
  const imported = files.flatMap((path) =>
    [...readFileSync(join(folder, path), 'utf8').matchAll(IMPORT)].map(([, name]) => name),
  )
  const expected = new Set([...imported.filter((name) => !isBuiltin(name)), 'light-my-request'])
  const differences = [...expected].filter((name) => !(name in dependencies))
  differences.push(...Object.keys(dependencies).filter((name) => !expected.has(name)))
  expect(differences.length === 0, `Imported, or a dependency, but not both: ${differences.join(', ')}`)
}

/**
 * An installed package is not locked: a new version of an indirect one may come. The cookie parser is direct and pinned,
 * with the only package that would bring another one, whose engines refuse Node 20.
 */
function checkCookie() {
  const installed = json(join(modules, '.package-lock.json')).packages
  const cookies = Object.entries(installed).filter(([path]) => /(^|\/)node_modules\/cookie$/.test(path))
  const wanted = locked['node_modules/cookie'].version
  expect(
    cookies.length === 1 && cookies[0][1].version === wanted,
    `Cookie parsers other than ${wanted}: ${JSON.stringify(cookies)}`,
  )
}

function checkHelp() {
  expect(succeed([program, '--version']) === version, `--version is not ${version}`)
  for (const wrong of [['nada'], ['start', '--demo'], ['restore']])
    expect(finish([program, ...wrong]).status === 2, `cartelera ${wrong.join(' ')} does not end with 2`)
  const names = [...succeed([program, '--help']).matchAll(/^ {2}([\w-]+) /gm)].map(([, name]) => name)
  expect(names.length === 10, `--help lists ${names.join(', ')}`)
  for (const name of names)
    expect(succeed([program, name, '--help']).includes(`cartelera ${name}`), `${name} --help shows no usage`)
}

async function use(port) {
  const env = {
    PORT: String(port),
    DATA_DIR: join(folder, 'data'),
    CARTELERA_SA_PASSWORD: PASSWORD,
    NODE_OPTIONS: QUICK_START,
  }
  succeed([program, 'check'], { env })
  const wrong = finish([program, 'check'], { env: { ...env, PORT: '99999' } })
  expect(
    wrong.status === 1 && wrong.output.includes('PORT'),
    `A wrong PORT passes the check\n${wrong.output}`,
  )
  const server = spawn(program, ['start'], { cwd: folder, env: { ...environment, ...env }, stdio: 'pipe' })
  const exit = once(server, 'exit')
  const output = []
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (chunk) => output.push(chunk.toString()))
  try {
    await Promise.race([
      new Promise((resolve) => {
        server.stdout.on('data', () => output.join('').includes('Cartelera escucha en') && resolve())
      }),
      exit.then(([code]) => Promise.reject(new Error(`ended with ${code}`))),
    ])
    const answer = await fetch(`http://127.0.0.1:${port}/auth/local`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'sa', password: PASSWORD }),
    })
    expect(answer.ok, `The sign-in answered ${answer.status}`)
    const page = await fetch(`http://127.0.0.1:${port}/`, { headers: { accept: 'text/html' } })
    expect((await page.text()).includes('<title>Cartelera</title>'), 'The admin is missing')
    const running = succeed([program, 'check'], { env })
    expect(running.includes('ya sirve Cartelera'), `The check does not see the running server\n${running}`)
    server.kill('SIGTERM')
    const [code] = await exit
    expect(code === 0, `ended with ${code} after SIGTERM`)
  } catch (error) {
    server.kill('SIGKILL')
    throw new Error(`cartelera start: ${error.message}\n${output.join('')}`)
  }
  succeed([program, 'check'], { env })
  succeed([program, 'backup', 'copia.jsonl.gz.age'], { env: { ...env, BACKUP_RECIPIENT } })
  const backup = readFileSync(join(folder, 'copia.jsonl.gz.age'), 'latin1')
  expect(backup.startsWith('age-encryption.org/v1\n'), 'The backup is not encrypted')
}

try {
  checkDependencies()
  packAndInstall()
  checkCookie()
  checkHelp()
  await use(await freePort())
  console.log('The package: installed, checked, started, signed in, stopped')
} finally {
  rmSync(folder, { recursive: true, force: true })
}
