import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

// React has its testing functions only outside of production, which a shell may have set.
process.env.NODE_ENV = 'test'

/** Only for hanging tests: on an idle machine no test takes longer than ten seconds, except the exhaustive ones. */
const limits = {
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 120_000 } },
}

const inFolders = (...folders: string[]) => folders.map((folder) => `tests/${folder}/**/*.test.{ts,tsx}`)

// Files of a worker share their modules, because loading them for each file took a third of the time.
const node = { environment: 'node' as const, isolate: false, ...limits }

// Statements have time limits on the clock: a slow machine, or a busy one, is no reason for a test to fail.
const resolve = {
  alias: [
    {
      find: /^.*\/statement-limits\.ts$/,
      replacement: fileURLToPath(new URL('tests/support/statement-limits.ts', import.meta.url)),
    },
  ],
}

/** The folder of a test decides on its project, as a table in CONTRIBUTING.md lists. */
export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { ...node, name: 'domain', include: inFolders('repository', 'domain') } },
      {
        extends: true,
        plugins: [react()],
        test: {
          ...node,
          name: 'admin',
          include: inFolders('admin', 'screens'),
          environment: 'jsdom',
          maxWorkers: '100%',
          setupFiles: ['tests/support/admin-setup.ts'],
          // With a second copy of the router, React-Admin would silently use its own hash router.
          server: { deps: { inline: [/react-admin/, /^ra-/, /node_modules\/ra-/, /react-router/] } },
        },
      },
      {
        extends: true,
        resolve,
        test: {
          ...node,
          name: 'server',
          include: inFolders('server', 'extended', 'hostile'),
          globalSetup: ['tests/support/global-embedded.ts'],
          maxWorkers: '100%',
        },
      },
      {
        extends: true,
        resolve,
        test: {
          ...node,
          name: 'postgres',
          include: inFolders('server', 'extended', 'postgres', 'operations', 'exhaustive', 'hostile'),
          globalSetup: ['tests/support/global-postgres.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...node,
          name: 'processes',
          include: inFolders('faults', 'storms', 'cluster', 'dev', 'deployment'),
          globalSetup: ['tests/support/global-postgres.ts'],
          isolate: true,
          // They wait for timeouts more than they compute.
          maxWorkers: 4,
          // Vitest runs projects with another number of workers as another group.
          sequence: { groupOrder: 1 },
          testTimeout: 1_200_000,
        },
      },
    ],
  },
})
