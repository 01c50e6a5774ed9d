import { start, startFailure } from './start/start.ts'
import { type Running, stopOnSignals } from './start/stop.ts'

const running: Running = {}
stopOnSignals(running)

start(running, process.argv.slice(2)).catch(async (error) => {
  // Stopping by a signal is not a failure.
  if (running.isStopping) return
  process.stderr.write(`Cartelera no pudo iniciar: ${startFailure(error)}\n`)
  await running.database?.close()
  process.exit(1)
})
