import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { BACKUP_MESSAGES } from '../../../../src/domain/backups/backup.ts'
import { runAfter } from '../../../../src/server/features/backups/run-after.ts'

const folder = mkdtempSync(join(tmpdir(), 'cartelera-after-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A shell script; returns its path and the file in which it is to write the id of a process that it starts. */
const programOf = (name: string, text: string) => {
  const [program, pidFile] = [join(folder, name), join(folder, `${name}.pid`)]
  writeFileSync(program, `#!/bin/sh\n${text.replaceAll('PID_FILE', pidFile)}\n`, { mode: 0o700 })
  return { program, pidFile }
}

const BACKGROUND = 'sleep 600 & echo $! > PID_FILE.part; mv PID_FILE.part PID_FILE'

/** Waits until the started process has ended; a zombie that nobody collects has. */
const expectEnded = (pidFile: string) =>
  vi.waitFor(
    () => {
      const status = `/proc/${readFileSync(pidFile, 'utf8').trim()}/status`
      expect(existsSync(status) && !/^State:\s+Z/m.test(readFileSync(status, 'utf8'))).toBe(false)
    },
    { timeout: 60_000 },
  )

const run = (program: string, options: { signal?: AbortSignal; limit?: number } = {}) =>
  runAfter(program, join(folder, 'copia'), { signal: new AbortController().signal, ...options })

test('a program that hangs is killed with the processes that it started, once the server stops', async () => {
  const { program, pidFile } = programOf('hangs', `${BACKGROUND}\nwait`)
  const stop = new AbortController()
  const running = run(program, { signal: stop.signal }).catch((error: unknown) => error)
  await vi.waitFor(() => expect(existsSync(pidFile)).toBe(true), { timeout: 60_000 })
  stop.abort(new Error('stopping'))
  expect(await running).toEqual(new Error('stopping'))
  await expectEnded(pidFile)
})

test('a program that does not end in time has failed', async () => {
  const { program } = programOf('late', 'sleep 600')
  await expect(run(program, { limit: 60 })).rejects.toThrow(BACKUP_MESSAGES.afterLate(0.001))
})

test('a process that a program leaves in the background delays nothing, and is killed', async () => {
  const { program, pidFile } = programOf('leaves', `${BACKGROUND}\nexit 0`)
  await expect(run(program)).resolves.toBeUndefined()
  await expectEnded(pidFile)
})

test('the end of the output of a program that fails is kept', async () => {
  const { program } = programOf('fails', 'yes line | head -c 100000; echo "no such host: $1" >&2; exit 3')
  await expect(run(program)).rejects.toThrow(/el estado 3.*line\n.*no such host: .*copia$/s)
})
