import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startServer } from './server.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const cache = join(root, '.cache', 'journeys')

/** Environment variable with the path of the prepared data folder. */
export const templateVariable = 'CARTELERA_JOURNEYS_DATA'

/** The demo's dates depend on today: a folder is valid for one build and one day. */
function templateFolder(): string {
  const built = readFileSync(join(root, 'dist', '.built'), 'utf8').slice(0, 16)
  return join(cache, `${new Date().toISOString().slice(0, 10)}-${built}`)
}

/** Builds the product if outdated, and prepares the data folder that the server of every journey copies. */
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
