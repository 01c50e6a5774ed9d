import { start, startFailure } from '../start/start.ts'
import { type Running, stopOnSignals } from '../start/stop.ts'
import type { CommandArguments } from './command-line.ts'

/** Starts the server, for `demo` with demo data; it runs until a signal stops it. */
export const run = async ({ command, flags }: CommandArguments): Promise<void> => {
  const running: Running = {}
  stopOnSignals(running)
  try {
    await start(running, { demo: command === 'demo', reset: flags.has('--reset') })
  } catch (error) {
    // Stopping by a signal is not a failure.
    if (running.isStopping) return
    process.stderr.write(`Cartelera no pudo iniciar: ${startFailure(error)}\n`)
    await running.database?.close()
    process.exit(1)
  }
}
