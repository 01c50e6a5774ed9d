import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { programs } from '../support/programs.ts'
import { childOf, makeDebian, packProduct, requireRoot, run, succeed, temporaryFolder } from './machine.ts'

/** Builds the image on a base of Debian's Node, and runs it as an engine of containers would. */

const project = fileURLToPath(new URL('../..', import.meta.url))
const folder = temporaryFolder()
const MAX_SIZE = 400_000_000
const UID = 1000
const PASSWORD = 'clave-de-prueba'
/** Folder of npm in the base. */
const NPM = '/usr/lib/node_modules/npm'

/** Part of an image's configuration. */
interface Settings {
  User: string
  Env: string[]
  Entrypoint: string[]
  Cmd: string[]
  WorkingDir: string
  Healthcheck: { Test: string[] }
}

let settings: Settings
let root: string
let container: ChildProcess | undefined

const buildah = (...args: string[]): Promise<string> => {
  const { buildah } = programs('buildah')
  const storage = [
    `--root=${join(folder, 'images')}`,
    `--runroot=${join(folder, 'run')}`,
    '--storage-driver=vfs',
  ]
  return succeed([buildah, ...storage, ...args])
}

const build = (context: string, tag: string, ...args: string[]): Promise<string> =>
  buildah('build', '--isolation=chroot', '--format=docker', `--tag=${tag}`, ...args, context)

const npm = async (...args: string[]): Promise<string> => (await succeed(['npm', ...args])).trim()

/** Debian's Node with the npm of this machine and where it gets packages from; Debian's npm is 400 packages. */
const buildBase = async (): Promise<void> => {
  const context = join(folder, 'base')
  const copy = join(context, 'npm')
  mkdirSync(context)
  cpSync(join(await npm('root', '--global'), 'npm'), copy, { recursive: true })
  const [registry, authorities] = [
    await npm('config', 'get', 'registry'),
    await npm('config', 'get', 'cafile'),
  ]
  const hasAuthorities = existsSync(authorities)
  if (hasAuthorities) cpSync(authorities, join(copy, 'authorities.pem'), { dereference: true })
  const settings = [`registry=${registry}`, ...(hasAuthorities ? [`cafile=${NPM}/authorities.pem`] : [])]
  writeFileSync(join(copy, 'npmrc'), settings.join('\n'))
  await makeDebian(join(context, 'debian.tar'), 'minbase', 'nodejs')
  writeFileSync(
    join(context, 'Dockerfile'),
    `FROM scratch\nADD debian.tar /\nCOPY npm ${NPM}\nRUN ln -s ${NPM}/bin/npm-cli.js /usr/bin/npm\n`,
  )
  await build(context, 'base')
}

/** As the user of the image, without capabilities. */
const asUser = (command: readonly string[]): string[] => {
  const [uid = '', gid = ''] = settings.User.split(':')
  const rights = ['--clear-groups', '--bounding-set=-all', '--no-new-privs']
  return ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, ...rights, '--', ...command]
}

/** Runs a command in the running container. */
const runInside = (...command: string[]) => {
  const init = childOf(container?.pid ?? 0)
  const inside = ['nsenter', '--all', `--target=${init}`, '--', 'env', '-i', ...settings.Env]
  return run([...inside, ...asUser(command)])
}

beforeAll(async () => {
  requireRoot()
  await buildBase()
  const context = join(folder, 'context')
  mkdirSync(context)
  for (const name of ['Dockerfile', '.dockerignore']) cpSync(join(project, name), join(context, name))
  await packProduct(context)
  await build(context, 'cartelera', '--build-arg=BASE=localhost/base')
  settings = JSON.parse(await buildah('inspect', '--type=image', 'cartelera')).Docker.config
  root = (await buildah('mount', (await buildah('from', 'cartelera')).trim())).trim()
})

afterAll(async () => {
  if (container && container.exitCode === null && container.signalCode === null) {
    const end = once(container, 'exit')
    container.kill('SIGKILL')
    await end
  }
  rmSync(folder, { recursive: true, force: true })
})

test('the image takes at most 400 MB with its base', async () => {
  const [size = '', base = ''] = await Promise.all(
    [root, join(root, 'opt/cartelera')].map((path) => succeed(['du', '--bytes', '--summarize', path])),
  )
  console.log(
    `Bytes of the image: ${Number.parseInt(size, 10)}, of the product in it: ${Number.parseInt(base, 10)}`,
  )
  expect(Number.parseInt(size, 10)).toBeLessThan(MAX_SIZE)
})

test('it serves as a user without rights on a read-only file system, reports its health, and stops', async () => {
  const { 'systemd-container': nspawn } = programs('systemd-container')
  const [data, secrets] = [join(folder, 'data'), join(folder, 'secrets')]
  for (const path of [data, secrets]) mkdirSync(path)
  chownSync(data, UID, UID)
  writeFileSync(join(secrets, 'password'), PASSWORD)
  const limits = ['--register=no', '--keep-unit', '--private-network', '--read-only', '--as-pid2']
  const mounts = [`--bind=${data}:/data`, `--bind-ro=${secrets}:/run/secrets`]
  const env = [...settings.Env, 'CARTELERA_SA_PASSWORD_FILE=/run/secrets/password'].map(
    (each) => `--setenv=${each}`,
  )
  const command = asUser([...settings.Entrypoint, ...settings.Cmd])
  container = spawn(
    nspawn,
    [
      '--quiet',
      `--directory=${root}`,
      ...limits,
      ...mounts,
      ...env,
      `--chdir=${settings.WorkingDir}`,
      ...command,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const chunks: Buffer[] = []
  for (const stream of [container.stdout, container.stderr]) stream?.on('data', (chunk) => chunks.push(chunk))
  const end = once(container, 'exit')
  const [kind, ...health] = settings.Healthcheck.Test
  expect(kind).toBe('CMD')
  await vi.waitFor(
    async () => {
      expect(container?.exitCode, Buffer.concat(chunks).toString()).toBe(null)
      expect((await runInside(...health)).code).toBe(0)
    },
    { timeout: 300_000, interval: 500 },
  )
  const signIn = `fetch('http://127.0.0.1:3000/auth/local', { method: 'POST', headers: { 'content-type':
    'application/json' }, body: JSON.stringify({ name: 'sa', password: '${PASSWORD}' }) }).then(({ status }) => console.log(status))`
  expect(await runInside('node', '-e', signIn)).toEqual({ code: 0, output: '200\n' })
  const status = await runInside('cat', '/proc/2/status')
  expect(status.output).toMatch(/^Uid:\s+1000\s+1000\s/m)
  expect((await runInside('touch', '/opt/cartelera/new')).output).toContain('Read-only file system')
  expect(await runInside('node', '-e', 'process.kill(2)')).toEqual({ code: 0, output: '' })
  expect(await end).toEqual([0, null])
})
