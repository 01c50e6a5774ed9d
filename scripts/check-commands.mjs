import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { npm, QUICK_START, root } from './prepare.mjs'

/** Starts the product with its npm commands, and stops it as Ctrl-C does. */

const built = join(root, 'dist', 'server', 'main.js')
const builtAt = statSync(built).mtimeMs
const demoFolder = mkdtempSync(join(tmpdir(), 'cartelera-demo-'))

// For busy machines; the first start of the demo alone takes some 20 s of processor time.
const patience = 600_000
const password = 'una-clave-de-prueba'

/** The environment of every command, without settings of the product on this machine. */
const { HOME, PATH, TMPDIR } = process.env
const environment = { HOME, PATH, TMPDIR, NODE_OPTIONS: QUICK_START }

const archive = join(demoFolder, 'archive')
const retention = { RETENTION_DIR: archive, RETENTION_VISITS: '12' }
/** The newest month that `retention` archives. */
const oldMonth = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() - 13))
  .toISOString()
  .slice(0, 7)

const commands = [
  {
    script: 'demo',
    args: ['--', '--reset'],
    folder: demoFolder,
    env: { PORT: '0' },
    address: /escucha en (http:\S+?)\/?\s/,
    try: signsIn('sa', 'cartelera'),
    after: [
      ['reconcile'],
      ['backup', join(demoFolder, 'copia.jsonl.gz')],
      ['restore', join(demoFolder, 'copia.jsonl.gz'), '--replace'],
      ['maintain'],
      ['check', '--demo'],
      ['reset-factors', 'agente'],
      ['seal', '--discard'],
      ['read-back', join(archive, `visits-${oldMonth}.jsonl.gz`)],
      ['cluster', '--help'],
    ],
    // What the restore asks for before it replaces data.
    inputs: { restore: `${basename(demoFolder)}\n` },
    environments: { maintain: retention, check: { PORT: '0' } },
  },
  {
    script: 'start',
    folder: mkdtempSync(join(tmpdir(), 'cartelera-start-')),
    env: { PORT: '0', CARTELERA_SA_PASSWORD: password },
    address: /escucha en (http:\S+?)\/?\s/,
    try: signsIn('sa', password),
  },
  {
    script: 'dev',
    folder: demoFolder,
    env: { PORT: '0' },
    address: /reloading on change: (http:\S+?)\/?\s/,
    try: async (url) => {
      await expectResponse(`${url}/`, {}, (text) => text.includes('/src/admin/main.tsx'))
      await signsIn('sa', 'cartelera')(url)
      if (statSync(built).mtimeMs !== builtAt) throw new Error('rebuilt the product, which may be running')
    },
  },
]

/** Retries until the response is right or the time is over. */
async function expectResponse(url, init, isRight) {
  const last = Date.now() + patience
  for (;;) {
    const response = await fetch(url, init).catch((error) => error)
    const text = response instanceof Error ? response.message : await response.text()
    if (response.ok && isRight(text)) return
    if (Date.now() > last) throw new Error(`${url} answered ${response.status}: ${text.slice(0, 500)}`)
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

function signsIn(name, password) {
  return async (url) => {
    await expectResponse(`${url}/health`, {}, (text) => JSON.parse(text).status === 'ok')
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ name, password })
    const hasToken = (text) => JSON.parse(text).token.length > 0
    await expectResponse(`${url}/auth/local`, { method: 'POST', headers, body }, hasToken)
  }
}

function waitForOutput(child, output, pattern) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('printed no address in time')), patience)
    child.once('exit', (code) => reject(new Error(`ended with ${code}`)))
    child.stdout.on('data', () => {
      const match = pattern.exec(output.join(''))
      if (!match) return
      clearTimeout(timer)
      resolve(match[1])
    })
  })
}

function rejectIn(milliseconds, message) {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error(message)), milliseconds).unref()
  })
}

function killGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The whole process group has ended already.
  }
}

/** Runs a command to its end on the data folder of a stopped server. */
async function finish([script, ...words], folder, { variables, input }) {
  const [program, ...args] = npm('run', script, '--', ...words)
  const child = spawn(program, args, {
    cwd: root,
    env: { ...environment, DATA_DIR: folder, ...variables },
    stdio: 'pipe',
  })
  child.stdin.end(input)
  const output = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => output.push(chunk.toString()))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`npm run ${script} ended with ${code}\n${output.join('')}`)
  console.log(`npm run ${script}: ends well`)
}

async function check(command) {
  const { folder } = command
  const [program, ...args] = npm('run', command.script, ...(command.args ?? []))
  const env = { ...environment, ...command.env, HOST: '127.0.0.1', DATA_DIR: folder }
  // Its own process group, so that a signal reaches both npm and the server, as in a terminal.
  const child = spawn(program, args, { cwd: root, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => output.push(chunk.toString()))
  const closed = once(child, 'close')
  try {
    const url = await waitForOutput(child, output, command.address)
    await command.try(url)
    process.kill(-child.pid, 'SIGINT')
    await Promise.race([closed, rejectIn(patience, 'did not end after Ctrl-C')])
    const { exitCode, signalCode } = child
    if (exitCode !== 0) throw new Error(`ended with ${exitCode ?? signalCode} after Ctrl-C`)
    console.log(`npm run ${command.script}: starts, responds and ends well`)
    for (const words of command.after ?? [])
      await finish(words, folder, {
        variables: command.environments?.[words[0]],
        input: command.inputs?.[words[0]],
      })
  } catch (error) {
    console.error(`npm run ${command.script} ${error.message}\n${output.join('')}`)
    process.exitCode = 1
    killGroup(child.pid)
  }
}

for (const command of commands) await check(command)
for (const { folder } of commands) rmSync(folder, { recursive: true, force: true })
