import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
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
export async function buildReaderThread(): Promise<{ file: string; remove: () => void }> {
  const cache = join(root, '.cache')
  mkdirSync(cache, { recursive: true })
  const outDir = mkdtempSync(join(cache, 'reader-thread-'))
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: 'src/server/reader-thread.ts',
      outDir,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: NAME } },
    },
  })
  return { file: join(outDir, NAME), remove: () => rmSync(outDir, { recursive: true, force: true }) }
}
