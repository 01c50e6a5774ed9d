import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))
/** Generous, for busy machines: the first start of the demo takes some 20 s of processor time. */
const startMilliseconds = 600_000

/** A running server of the built product. */
export interface RunningServer {
  /** Origin without trailing slash, as the server printed it. */
  url: string
  pid: number
  /** Output of the server so far. */
  output: () => string
  /** Stops it with SIGTERM; throws unless it exits with 0. */
  stop: () => Promise<void>
  /** Kills it with SIGKILL. */
  kill: () => Promise<void>
}

async function end(child: ChildProcess, output: () => string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const exit = once(child, 'exit')
    child.kill('SIGTERM')
    await exit
  }
  if (child.exitCode !== 0)
    throw new Error(`The server ended with ${child.exitCode ?? child.signalCode}\n${output()}`)
}

function address(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => reject(new Error(`The server ${reason}\n${output()}`))
    const timer = setTimeout(() => fail('printed no address in time'), startMilliseconds)
    child.once('exit', (code) => fail(`ended at its start with ${code}`))
    child.once('error', (error) => fail(error.message))
    child.stdout?.on('data', () => {
      const url = /escucha en (http:\/\/[^\s"]+?)\/?(?=[\s"]|$)/m.exec(output())?.[1]
      if (!url) return
      clearTimeout(timer)
      resolve(url)
    })
  })
}

/** Compiles WebAssembly, i.e. the embedded engine, without optimising it, which shortens a start by a third. */
const QUICK_START = ['--liftoff-only']

/**
 * Starts the built server with demo data in `dataDir` on a free port, or another program that prints its URL like the
 * server; throws if it does not start.
 */
export async function startServer(
  dataDir: string,
  env: Record<string, string> = {},
  parameters: string[] = ['demo'],
  program = 'dist/server/main.js',
  options: readonly string[] = QUICK_START,
): Promise<RunningServer> {
  const child = spawn(process.execPath, [...options, program, ...parameters], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      // For tests under load.
      REQUEST_LIMIT: '0',
      ...env,
    },
  })
  const chunks: Buffer[] = []
  const output = () => Buffer.concat(chunks).toString('utf8')
  child.stdout.on('data', (chunk) => chunks.push(chunk))
  child.stderr.on('data', (chunk) => chunks.push(chunk))
  // A dying test process must not leave its server running.
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  try {
    return {
      url: await address(child, output),
      pid: child.pid ?? 0,
      output,
      stop: () => end(child, output),
      kill: async () => {
        if (child.exitCode !== null || child.signalCode !== null) return
        const exit = once(child, 'exit')
        child.kill('SIGKILL')
        await exit
      },
    }
  } catch (error) {
    kill()
    throw error
  }
}
