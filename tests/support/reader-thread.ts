import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))
const NAME = 'reader-thread.js'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The built thread of the readers: Node alone runs no TypeScript. */
    readerThread: string
  }
}

/** Builds the thread of the readers from the sources, into a folder of its own that `remove` takes away. */
export const buildReaderThread = (): Promise<BuiltFile> => buildForNode('src/server/reader-thread.ts', NAME)

interface BuiltFile {
  file: string
  remove: () => void
}

/** Builds what a process or a thread of its own runs, into a folder of its own that `remove` takes away. */
export async function buildForNode(source: string, name: string): Promise<BuiltFile> {
  const cache = join(root, '.cache')
  mkdirSync(cache, { recursive: true })
  const outDir = mkdtempSync(join(cache, `${basename(name, '.js')}-`))
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: source,
      outDir,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: name } },
    },
  })
  return { file: join(outDir, name), remove: () => rmSync(outDir, { recursive: true, force: true }) }
}
