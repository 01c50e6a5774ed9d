import { type ChildProcess, execFileSync } from 'node:child_process'
import { appendFileSync, chownSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { answering, childrenOf, freePort, runDaemon, serverAccount } from '../support/postgres-server.ts'
import { programs } from '../support/programs.ts'

/** The product's role and database. */
export const PRODUCT = 'cartelera'

const account = serverAccount()

/** Creates a folder that the servers' account may write to. */
export function ownFolder(...path: string[]): string {
  const folder = join(...path)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (account) chownSync(folder, account.uid, account.gid)
  return folder
}

const isRunning = (server: ChildProcess | undefined): server is ChildProcess =>
  server !== undefined && server.exitCode === null && server.signalCode === null

const runLogged = (binary: string, parameters: string[], folder: string, name: string): ChildProcess => {
  const log = openSync(join(folder, `${name}.log`), 'a')
  return runDaemon(binary, parameters, { ...account, cwd: folder, stdio: ['ignore', log, log] })
}

/** Runs one statement on a server, as its superuser. */
export async function query<Row extends pg.QueryResultRow>(
  port: number,
  text: string,
  values: unknown[] = [],
  database = 'postgres',
): Promise<Row[]> {
  const connectionString = `postgres://postgres@127.0.0.1:${port}/${database}`
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 3_000, query_timeout: 30_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Retries until a condition holds. */
export async function until(what: string, holds: () => Promise<boolean>, seconds = 300): Promise<void> {
  for (const deadline = Date.now() + seconds * 1000; !(await holds().catch(() => false)); await pause(100))
    if (Date.now() > deadline) throw new Error(`Not within ${seconds} s: ${what}`)
}

/** One of the PostgreSQL servers, which can change its role. */
export class Postgres {
  readonly name: string
  readonly port: number
  readonly #folder: string
  readonly #data: string
  #server: ChildProcess | undefined

  constructor(name: string, port: number, folder: string) {
    this.name = name
    this.port = port
    this.#folder = folder
    this.#data = join(folder, name)
  }

  #run(program: string, ...parameters: string[]): void {
    const bin = dirname(programs('postgresql').postgresql)
    execFileSync(join(bin, program), parameters, {
      ...account,
      cwd: this.#folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
  }

  get isRunning(): boolean {
    return isRunning(this.#server)
  }

  get pid(): number {
    return this.#server?.pid ?? 0
  }

  get url(): string {
    return `postgres://${PRODUCT}@127.0.0.1:${this.port}/${PRODUCT}`
  }

  /** Creates an empty primary. */
  create(): void {
    const options = ['-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync']
    this.#run('initdb', '-D', this.#data, ...options)
    this.#configure({
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      max_connections: 120,
      shared_buffers: '64MB',
      wal_keep_size: '512MB',
      hot_standby_feedback: 'on',
      // A failover waits for it.
      wal_retrieve_retry_interval: '200ms',
      wal_receiver_timeout: '5s',
      wal_sender_timeout: '5s',
      jit: 'off',
    })
  }

  /** Becomes a copy of another server, following the primary behind a port. */
  copy(source: Postgres, primaryPort: number): void {
    this.#run(
      'pg_basebackup',
      ...['-h', '127.0.0.1', '-p', String(source.port), '-U', 'postgres'],
      ...['-D', this.#data, '-X', 'stream', '-c', 'fast', '--no-sync'],
    )
    const primary = `host=127.0.0.1 port=${primaryPort} user=postgres application_name=${this.name}`
    this.#configure({ primary_conninfo: primary })
    writeFileSync(join(this.#data, 'standby.signal'), '')
  }

  #configure(settings: Record<string, string | number>): void {
    const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`)
    appendFileSync(join(this.#data, 'postgresql.conf'), lines.join(''))
  }

  async start(): Promise<void> {
    const { postgresql } = programs('postgresql')
    const parameters = ['-D', this.#data, '-p', String(this.port)]
    this.#server = runLogged(postgresql, parameters, this.#folder, this.name)
    await answering(`postgres://postgres@127.0.0.1:${this.port}/postgres`, this.#server)
  }

  /** Makes each commit wait for one of the other servers. */
  async waitForOne(servers: readonly Postgres[]): Promise<void> {
    this.#configure({ synchronous_standby_names: `ANY 1 (${servers.map(({ name }) => name).join(', ')})` })
    await query(this.port, 'select pg_reload_conf()')
  }

  /** End position of its WAL, in bytes. */
  async received(): Promise<number> {
    const [row] = await query<{ bytes: string }>(
      this.port,
      `select (coalesce(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn()) - '0/0'::pg_lsn)::text as bytes`,
    )
    return Number(row?.bytes ?? 0)
  }

  /** Kills all its processes at once, like a power loss. */
  async kill(): Promise<void> {
    const server = this.#server
    if (!isRunning(server) || server.pid === undefined) return
    const ended = new Promise((resolve) => server.once('exit', resolve))
    for (const pid of [server.pid, ...childrenOf(server.pid)]) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // Already exited.
      }
    }
    await ended
    // A stale postmaster.pid would prevent the next start.
    rmSync(join(this.#data, 'postmaster.pid'), { force: true })
  }
}

const hex = (...parts: (string | number[])[]): string =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(`${part}\0`) : Buffer.from(part))),
  ).toString('hex')

const int32 = (value: number): number[] => [
  value >>> 24,
  (value >>> 16) & 255,
  (value >>> 8) & 255,
  value & 255,
]

/** HAProxy's check for the primary: a protocol start-up and one statement. */
function askForPrimary(): string[] {
  const startup = hex(int32(196_608), 'user', 'postgres', 'database', 'postgres', [0])
  const statement = 'select pg_is_in_recovery()'
  return [
    'tcp-check connect',
    `tcp-check send-binary ${hex(int32(startup.length / 2 + 4))}${startup}`,
    // Ready for a query.
    'tcp-check expect binary 5a0000000549',
    // Ended at once: without the expected row, a replica's answer is complete.
    `tcp-check send-binary ${hex([0x51], int32(statement.length + 5), statement)}${hex([0x58], int32(4))}`,
    // One row of one column: f.
    `tcp-check expect binary ${hex([0x44], int32(11), [0, 1], int32(1), [0x66])}`,
  ]
}

interface Routes {
  folder: string
  apiPort: number
  nodePorts: readonly number[]
  primaryPort: number
  servers: readonly Postgres[]
}

/** Starts HAProxy: routes requests to ready nodes, and connections to the primary. */
export function startHaproxy({ folder, apiPort, nodePorts, primaryPort, servers }: Routes): ChildProcess {
  const configuration = join(folder, 'haproxy.cfg')
  const lines = [
    'global',
    '  maxconn 2000',
    'defaults',
    '  timeout connect 1s',
    '  timeout check 3s',
    '  retries 3',
    '  option redispatch 1',
    '  default-server inter 1s fastinter 250ms fall 3 rise 1',
    'listen api',
    '  mode http',
    `  bind 127.0.0.1:${apiPort}`,
    '  timeout client 30s',
    '  timeout server 30s',
    '  option httpchk GET /ready',
    '  option forwardfor',
    ...nodePorts.map((port, index) => `  server node${index + 1} 127.0.0.1:${port} check`),
    'listen primary',
    '  mode tcp',
    `  bind 127.0.0.1:${primaryPort}`,
    '  timeout client 1h',
    '  timeout server 1h',
    '  option tcp-check',
    ...askForPrimary().map((line) => `  ${line}`),
    // Connections to a former primary must be closed, to reconnect to the new one.
    ...servers.map(
      ({ name, port }) => `  server ${name} 127.0.0.1:${port} check on-marked-down shutdown-sessions`,
    ),
  ]
  writeFileSync(configuration, `${lines.join('\n')}\n`)
  if (account) chownSync(configuration, account.uid, account.gid)
  return runLogged(programs('haproxy').haproxy, ['-db', '-f', configuration], folder, 'haproxy')
}

export const stopDaemon = async (server: ChildProcess | undefined): Promise<void> => {
  if (!isRunning(server)) return
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGKILL')
  await ended
}

/** Distinct free ports. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) ports.add(await freePort())
  return [...ports]
}

/** The end of each log, for failed runs. */
export const endOfLog = (folder: string, name: string): string =>
  readFileSync(join(folder, `${name}.log`), 'utf8')
    .split('\n')
    .slice(-15)
    .join('\n')
