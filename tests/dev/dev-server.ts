import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const COPIED = [
  ...['src', 'public', 'scripts', 'index.html', 'vite.config.ts'],
  ...['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.base.json', 'tests/tsconfig.json'],
]

/** Password of the `sa` user. */
export const PASSWORD = 'clave-de-prueba'

/** `npm run dev` on a copy of the sources, which tests edit. */
export interface DevServer {
  url: string
  pid: number | undefined
  output: () => string
  /** Path of a file of the copy. */
  path: (file: string) => string
  /** Replaces texts of a source file, in one write; throws if one is missing. */
  edit: (file: string, ...replacements: readonly [from: string, to: string][]) => void
  /** Identifies the opening of the embedded database: its lock has a new name each time. */
  opening: () => string
  /** Stops it as Ctrl-C does; returns the exit code. */
  stop: () => Promise<unknown>
}

/** Packages stay where they are; Vite's cache, which is in the same folder, belongs to the copy. */
function copyProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cartelera-dev-'))
  for (const name of COPIED) cpSync(join(root, name), join(folder, name), { recursive: true })
  mkdirSync(join(folder, 'node_modules'))
  for (const name of readdirSync(join(root, 'node_modules')))
    if (!name.startsWith('.vite'))
      symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  return folder
}

export async function startDevServer(): Promise<DevServer> {
  const folder = copyProject()
  const { DATABASE_URL: _, ...env } = process.env
  const child = spawn(process.execPath, ['scripts/dev.mjs', '--empty'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...env,
      ...{ HOST: '127.0.0.1', PORT: '0', DATA_DIR: join(folder, 'data') },
      ...{ LOG_LEVEL: 'warn', CARTELERA_SA_PASSWORD: PASSWORD },
    },
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const chunks: Buffer[] = []
  const output = () => Buffer.concat(chunks).toString('utf8')
  const ended = once(child, 'exit')
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      chunks.push(chunk)
      const address = /reloading on change: (http:\S+)/.exec(output())?.[1]
      if (address) resolve(address)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    ended.then(() => reject(new Error(`The dev server ended\n${output()}`)), reject)
  })
  const path = (file: string) => join(folder, file)
  return {
    url,
    pid: child.pid,
    output,
    path,
    edit(file, ...replacements) {
      const text = replacements.reduce(
        (before, [from, to]) => {
          if (!before.includes(from)) throw new Error(`${file} does not contain ${from}`)
          return before.replace(from, to)
        },
        readFileSync(path(file), 'utf8'),
      )
      writeFileSync(path(file), text)
    },
    opening: () => readdirSync(path('data/database.lock')).join(),
    async stop() {
      child.kill('SIGINT')
      const [code] = await ended
      process.off('exit', kill)
      rmSync(folder, { recursive: true, force: true })
      return code
    },
  }
}
