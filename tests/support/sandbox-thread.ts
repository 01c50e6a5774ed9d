import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))
const NAME = 'sandbox-thread.js'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Path of the built sandbox thread, since Node alone does not run TypeScript. */
    sandboxThread: string
  }
}

/** Builds the sandbox thread into a temporary folder that `remove` deletes. */
export const buildSandboxThread = (): Promise<BuiltFile> => buildForNode('src/server/sandbox-thread.ts', NAME)

interface BuiltFile {
  file: string
  remove: () => void
}

/** Builds the entry of a process or thread into a temporary folder that `remove` deletes. */
export async function buildForNode(source: string, name: string): Promise<BuiltFile> {
  const cache = join(root, '.cache')
  mkdirSync(cache, { recursive: true })
  const outDir = mkdtempSync(join(cache, `${basename(name, '.js')}-`))
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    // A thread loads one file in half the time that it takes to load the packages.
    ssr: { noExternal: true },
    build: {
      ssr: source,
      outDir,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: name } },
    },
  })
  return { file: join(outDir, name), remove: () => rmSync(outDir, { recursive: true, force: true }) }
}
