import { spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { BACKUP_MESSAGES } from '../../../domain/backups/backup.ts'
import { BackupError } from '../../platform/backup/backup-error.ts'
import { limitedSignal } from '../../platform/outbound/limited-signal.ts'

/** Milliseconds for the program. */
const LIMIT = 600_000
/** Milliseconds for its output after its end, which a process left in the background may hold open. */
const OUTPUT_LIMIT = 1_000
/** Characters of its output that are kept. */
const MAX_OUTPUT = 1_000

/**
 * Runs the operator's program with the file as its argument, without a shell. Throws a BackupError with the end of its
 * output if it fails, does not end in time, or the signal aborts; its whole process group is killed then.
 */
export const runAfter = async (
  program: string,
  file: string,
  { signal, limit = LIMIT }: { signal: AbortSignal; limit?: number },
): Promise<void> => {
  // A process group of its own, which is killed as a whole.
  const child = spawn(program, [file], { stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  let output = ''
  const keep = (chunk: Buffer) => {
    output = (output + chunk.toString('utf8')).slice(-MAX_OUTPUT)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const kill = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It has ended.
    }
  }
  const stop = limitedSignal(signal, limit)
  stop.signal.addEventListener('abort', kill, { once: true })
  if (stop.signal.aborted) kill()
  const closed = new Promise((resolve) => child.once('close', resolve))
  try {
    const ended = await new Promise<string | undefined>((resolve, reject) => {
      child.on('error', () => reject(new BackupError(BACKUP_MESSAGES.afterMissing(program))))
      child.on('exit', (code, reason) => resolve(code === 0 ? undefined : `el estado ${code ?? reason}`))
    })
    // The end of its output may come after its end.
    await Promise.race([closed, pause(OUTPUT_LIMIT, undefined, { ref: false })])
    signal.throwIfAborted()
    if (stop.signal.aborted) throw new BackupError(BACKUP_MESSAGES.afterLate(limit / 60_000))
    if (ended !== undefined) throw new BackupError(withOutput(BACKUP_MESSAGES.afterFailed(ended), output))
  } finally {
    stop.end()
    kill()
    child.stdout.destroy()
    child.stderr.destroy()
  }
}

const withOutput = (message: string, output: string): string => {
  const text = output.replaceAll('\0', '').trim()
  return text === '' ? message : `${message} ${text}`
}
