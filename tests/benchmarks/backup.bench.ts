import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { BackupStatus } from '../../src/domain/backups/backup.ts'
import { type RunningServer, startServer } from '../journeys/support/server.ts'
import { databaseUrl } from '../support/test-engine.ts'
import { agent, ask, signIn } from './ask.ts'
import { addLicensedCustomers } from './licensed-customers.ts'
import { memoryOf, readPages, type Timings, timingsOf } from './measure.ts'
import { type Bench, PASSWORD, withMeasuredServer } from './measured-server.ts'
import { childrenOf } from './processor-time.ts'

/** Pages of another user after the backup, for comparison. */
const PAGES_AFTER = 200

const formatTimings = ({ p50, p95 }: Timings): string => `${p50.toFixed(0)} / ${p95.toFixed(0)} ms`

/** Memory of a process in MiB; 0 once it has ended. */
const memoryIfAlive = (pid: number): number => {
  try {
    return memoryOf(pid)
  } catch {
    return 0
  }
}

/** Waits for the backup that a server makes at its start, and prints what it took; true unless it is proven. */
async function measure(name: string, server: RunningServer, dir: string): Promise<boolean> {
  const start = performance.now()
  const token = await signIn(server.url, 'sa', PASSWORD)
  const readStatus = async (): Promise<BackupStatus> =>
    JSON.parse(await ask(`${server.url}/api/backups/status`, token))
  let isOver = false
  const page = `${server.url}/api/users/short?limit=25`
  const paging = readPages(page, token, () => isOver)
  const most = { server: 0, child: 0 }
  let last: BackupStatus['last'] = null
  while (!isOver) {
    last = (await readStatus()).last
    isOver = last?.state === 'done' || last?.state === 'failed'
    most.server = Math.max(most.server, memoryOf(server.pid))
    most.child = Math.max(most.child, ...childrenOf(server.pid).map(memoryIfAlive))
    await pause(250)
  }
  const seconds = (performance.now() - start) / 1_000
  const pages = await paging
  const after = timingsOf(await readPages(page, token, (pages) => pages === PAGES_AFTER))
  const bytes = readdirSync(dir).reduce((sum, file) => sum + statSync(join(dir, file)).size, 0)
  console.log(`\n${name}: ${last?.state} in ${seconds.toFixed(0)} s. ${last?.message}`)
  console.log(
    `  ${(bytes / 1e6).toFixed(1)} MB; memory of the server at most ${most.server.toFixed(0)} MiB, of the process that makes it ${most.child.toFixed(0)}`,
  )
  console.log(
    `  page, p50 / p95: ${formatTimings(timingsOf(pages))} meanwhile, longest ${Math.max(...pages).toFixed(0)} ms; ${formatTimings(after)} afterwards`,
  )
  const copied = /"milliseconds":(\d+)/.exec(server.output())?.[1]
  if (copied) console.log(`  writes waited ${copied} ms for the copy`)
  return last?.state !== 'done' || !last.message.startsWith('Probada')
}

const env = (dir: string, others: Record<string, string> = {}) => ({
  BACKUP_DIR: dir,
  BACKUP_HOUR: '0',
  CARTELERA_SA_PASSWORD: PASSWORD,
  LOG_LEVEL: 'info',
  ...others,
})

/** Another node of the database makes the backup, and proves it in a database of its own. */
async function onPostgres({ client, url }: Bench, dir: string): Promise<boolean> {
  const check = `cartelera_check_${process.pid}`
  await client.query(`create role ${check} login password '${check}'`)
  await client.query(`create database ${check} owner ${check}`)
  const checkUrl = new URL(databaseUrl(url, check))
  checkUrl.username = check
  checkUrl.password = check
  const server = await startServer('', env(dir, { DATABASE_URL: url, BACKUP_CHECK_URL: checkUrl.href }), [
    'start',
  ])
  try {
    return await measure('PostgreSQL', server, dir)
  } finally {
    await server.stop()
    await client.query(`drop database ${check} with (force)`)
    await client.query(`drop role ${check}`)
  }
}

/** The file moves the data to the embedded engine, which makes and proves its own. */
async function onEmbedded(file: string, dataDir: string, dir: string): Promise<boolean> {
  const begun = performance.now()
  const { status, stderr } = spawnSync(process.execPath, ['dist/server/main.js', 'restore', file], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  console.log(`\nRestored into the embedded engine in ${((performance.now() - begun) / 1_000).toFixed(0)} s`)
  const server = await startServer(dataDir, env(dir), ['start'], undefined, [])
  try {
    return await measure('Embedded engine', server, dir)
  } finally {
    await server.stop()
  }
}

/** Takes and proves the backup of a night with this many customers on both engines, while another user reads pages. */
export default async function bench([customers = '1000000']: readonly string[]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'cartelera-bench-'))
  const [postgres, embedded] = [join(folder, 'postgres'), join(folder, 'embedded')]
  try {
    const missed = await withMeasuredServer({
      settings: ['shared_buffers=512MB', 'max_wal_size=4GB'],
      rounds: 1,
      async fill(client) {
        await addLicensedCustomers(client, Number(customers))
        return `${customers} customers`
      },
      run: (measured) => onPostgres(measured, postgres),
    })
    const [file = ''] = readdirSync(postgres)
    return (await onEmbedded(join(postgres, file), join(folder, 'data'), embedded)) ? 1 : missed
  } finally {
    agent.destroy()
    rmSync(folder, { recursive: true, force: true })
  }
}
