import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Import } from '../../src/domain/imports/import.ts'
import { startServer } from '../journeys/support/server.ts'
import { agent, ask, send, signIn } from './ask.ts'
import { memoryOf, readPages, timingsOf } from './measure.ts'
import { PASSWORD } from './measured-server.ts'
import { millisecondsBetween, usedByThreads } from './processor-time.ts'

/** Goals: minutes of the import of 100,000 users, and ms of 95 in 100 pages of others meanwhile. */
const MINUTES_TARGET = 60
const PAGE_TARGET = 500
const PAGES_BEFORE = 100
/** Between two sign-ins meanwhile, in milliseconds: an account has a limit. */
const SIGN_IN_EVERY = 60_000

/** As the export of another panel; a mebibyte has some 9,000 rows. */
const fileOf = (rows: number): string => {
  const lines = Array.from(
    { length: rows },
    (_, n) =>
      `cliente${n},clave-${n * 7919},Cliente Número ${n},Calle ${n % 300} nº ${n % 90},60${String(n).padStart(7, '0')},2027-0${1 + (n % 9)}-15,Cliente de la tienda ${n % 40}`,
  )
  return ['username,password,full name,address,mobile,exp_date,comment', ...lines, ''].join('\r\n')
}

const importIn = (text: string): Import => JSON.parse(text) as Import

/**
 * Imports this many users on the embedded database; measures each step, the memory of the server, and the response times
 * of another user's pages and of sign-ins meanwhile.
 */
export default async function bench([asked = '100000']: readonly string[]): Promise<number> {
  const rows = Number(asked)
  const folder = mkdtempSync(join(tmpdir(), 'cartelera-bench-'))
  const server = await startServer(folder, { CARTELERA_SA_PASSWORD: PASSWORD }, ['start'], undefined, [])
  const { url, pid } = server
  try {
    const [token, other] = [await signIn(url, 'sa', PASSWORD), await signIn(url, 'sa', PASSWORD)]
    const page = `${url}/api/users?limit=25`
    const read = async () => importIn(await ask(`${url}/api/imports/${id}`, token))
    const pages: number[] = []
    const signIns: number[] = []
    let isFinished = false
    const signingIn = (async () => {
      for (let next = performance.now(); !isFinished; await pause(250)) {
        if (performance.now() < next) continue
        next += SIGN_IN_EVERY
        const start = performance.now()
        await signIn(url, 'sa', PASSWORD)
        signIns.push(performance.now() - start)
      }
    })()

    /** Runs a step until `isDone`, and prints what it took. */
    const step = async (name: string, isDone: () => Promise<boolean>): Promise<number> => {
      const before = memoryOf(pid)
      const used = usedByThreads(pid)
      const start = performance.now()
      let [isOver, most] = [false, before]
      const paging = readPages(page, other, () => isOver)
      while (!(await isDone())) {
        most = Math.max(most, memoryOf(pid))
        await pause(250)
      }
      const seconds = (performance.now() - start) / 1000
      const processor = millisecondsBetween(used, usedByThreads(pid)) / 1000
      isOver = true
      const own = await paging
      pages.push(...own)
      const { p50, p95 } = timingsOf(own)
      const cells = [seconds, processor, before, most, p50, p95, Math.max(...own)]
      console.log(`${name.padEnd(12)}${cells.map((each) => each.toFixed(1).padStart(10)).join('')}`)
      return seconds
    }

    const file = fileOf(rows)
    console.log(`${rows} users in ${(Buffer.byteLength(file) / 2 ** 20).toFixed(1)} MiB`)
    const before = timingsOf(await readPages(page, other, (count) => count === PAGES_BEFORE))
    console.log(`A page before: ${before.p50.toFixed(1)} ms, 95th percentile ${before.p95.toFixed(1)} ms\n`)
    console.log('Seconds, processor in s, memory in MiB, a page meanwhile in ms\n')
    console.log(`${' '.repeat(12)}   seconds processor    before      most       p50       p95   slowest`)

    let uploaded: Import | undefined
    const upload = fetch(`${url}/api/users/imports?name=panel.csv`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
      body: file,
    }).then(async (answer) => {
      uploaded = importIn(await answer.text())
    })
    let seconds = await step('upload', async () => uploaded !== undefined)
    await upload
    const { _id: id = '', columns = [] } = uploaded ?? {}
    const mapping = { columns: columns.map(({ field }) => field), options: {} }
    await send(`${url}/api/imports/${id}/mapping`, { method: 'PUT', token, body: mapping })
    seconds += await step('check', async () => (await read()).state !== 'checking')
    const checked = await read()
    const choice = { version: checked.version, takeNew: true }
    await send(`${url}/api/imports/${id}/apply`, { method: 'POST', token, body: choice })
    seconds += await step('passwords', async () => (await read()).created > 0)
    for (let tenth = 1; tenth <= 10; tenth++)
      seconds += await step(`users ${tenth}/10`, async () => {
        const { created, state } = await read()
        return state !== 'applying' || (tenth < 10 && created >= (rows * tenth) / 10)
      })
    const { state, created, counts } = await read()
    const { p95 } = timingsOf(pages)
    console.log(
      `\n${state}: ${created} created, ${counts.refused} refused, ${(seconds / 60).toFixed(1)} minutes`,
    )
    console.log(
      `A page meanwhile: 95th percentile ${p95.toFixed(1)} ms; memory after ${memoryOf(pid).toFixed(1)} MiB`,
    )
    isFinished = true
    await signingIn
    console.log(
      `Sign-ins meanwhile: ${signIns.length}, median ${timingsOf(signIns).p50.toFixed(1)} ms, slowest ${Math.max(...signIns).toFixed(1)} ms`,
    )
    await server.stop()
    const isLate = (seconds / 60) * (100_000 / rows) > MINUTES_TARGET || p95 > PAGE_TARGET
    return isLate || created !== rows ? 1 : 0
  } finally {
    await server.kill()
    agent.destroy()
    rmSync(folder, { recursive: true, force: true })
  }
}
