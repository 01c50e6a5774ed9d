import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startServer } from './server.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const cache = join(root, '.cache', 'journeys')

/** Name of the variable through which the journeys learn where the prepared data folder is. */
export const templateVariable = 'CARTELERA_JOURNEYS_DATA'

/** The demo's dates follow the clock: a folder serves one build on one day. */
function templateFolder(): string {
  const built = readFileSync(join(root, 'dist', '.built'), 'utf8').slice(0, 16)
  return join(cache, `${new Date().toISOString().slice(0, 10)}-${built}`)
}

/** Builds what is out of date and prepares, once, the data folder that every journey's server starts from. */
export default async function prepareDemo(): Promise<void> {
  const build = spawnSync(process.execPath, ['scripts/build.mjs', '--if-needed'], {
    cwd: root,
    stdio: 'inherit',
  })
  if (build.status !== 0) throw new Error('The build failed.')
  const template = templateFolder()
  process.env[templateVariable] = template
  if (existsSync(template)) return
  mkdirSync(cache, { recursive: true })
  for (const old of readdirSync(cache)) rmSync(join(cache, old), { recursive: true, force: true })
  const unfinished = `${template}.unfinished`
  const server = await startServer(unfinished)
  await server.stop()
  renameSync(unfinished, template)
}
