import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { answering, freePort, runDaemon, serverAccount } from '../support/postgres-server.ts'
import { programs } from '../support/programs.ts'

/** A running PgBouncer in transaction mode. */
export interface Pooler {
  pid: number
  /** URL of a database behind it, optionally for another user. */
  url(database: string, user?: string): string
  stop(): Promise<void>
}

interface PoolerOptions {
  /** Port of the PostgreSQL server, on this machine. */
  port: number
  /** Connections to it per user and database. */
  size?: number
  users?: string[]
}

/** Starts Debian's PgBouncer with the settings of docs/scaling.md, on a free port. */
export async function startPgBouncer({
  port,
  size = 10,
  users = ['postgres'],
}: PoolerOptions): Promise<Pooler> {
  const { pgbouncer } = programs('pgbouncer')
  const account = serverAccount()
  const folder = mkdtempSync(join(tmpdir(), 'cartelera-pgbouncer-'))
  const ownPort = await freePort()
  const configuration = join(folder, 'pgbouncer.ini')
  const list = join(folder, 'users.txt')
  writeFileSync(list, users.map((user) => `"${user}" ""\n`).join(''))
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: ownPort,
    unix_socket_dir: '',
    auth_type: 'trust',
    auth_file: list,
    pool_mode: 'transaction',
    max_client_conn: 1000,
    default_pool_size: size,
    // After a failover, retries before the default of 15 s.
    server_login_retry: 1,
    server_connect_timeout: 2,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  writeFileSync(
    configuration,
    `[databases]\n* = host=127.0.0.1 port=${port}\n[pgbouncer]\n${lines.join('\n')}\n`,
  )
  if (account) for (const path of [folder, configuration, list]) chownSync(path, account.uid, account.gid)
  const server = runDaemon(pgbouncer, ['-q', configuration], { ...account, cwd: folder })
  const url = (database: string, user = users[0] ?? '') =>
    `postgres://${user}@127.0.0.1:${ownPort}/${database}`
  const stop = async () => {
    if (server.exitCode === null && server.signalCode === null) {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGKILL')
      await ended
    }
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await answering(url('postgres'), server)
  } catch (error) {
    await stop()
    throw error
  }
  return { pid: server.pid ?? 0, url, stop }
}
