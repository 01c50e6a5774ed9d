import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const serverTests = {
  include: ['tests/server/**/*.test.ts'],
  environment: 'node' as const,
  // Files share their worker's modules: loading them anew for each file took a third of the time.
  isolate: false,
  testTimeout: 20_000,
  hookTimeout: 60_000,
}

const embedded = { ...serverTests, globalSetup: ['tests/support/global-embedded.ts'] }
/** Hundreds of values for each of many fields take minutes: for the whole test run, not for every commit. */
const exhaustive = ['tests/server/**/naughty-strings.test.ts']

export default defineConfig({
  test: {
    projects: [
      {
        test: { name: 'repository', include: ['tests/*.test.ts'], environment: 'node', testTimeout: 60_000 },
      },
      {
        test: { name: 'domain', include: ['tests/domain/**/*.test.ts'], environment: 'node', isolate: false },
      },
      { test: { ...embedded, name: 'server', exclude: ['**/*.postgres.test.ts', ...exhaustive] } },
      { test: { ...embedded, name: 'server-exhaustive', include: exhaustive } },
      {
        // The same files on a real PostgreSQL: what one connection can never show.
        test: {
          ...serverTests,
          name: 'server-postgres',
          globalSetup: ['tests/support/global-postgres.ts'],
          exclude: ['**/*.embedded.test.ts'],
        },
      },
      {
        // Real processes of the built server, killed and started again: needs the build.
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['tests/support/global-postgres.ts'],
          testTimeout: 300_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'admin',
          include: ['tests/admin/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          isolate: false,
          setupFiles: ['tests/support/admin-setup.ts'],
          testTimeout: 20_000,
          // A second copy of the router would make React-Admin fall back on its own hash router, silently.
          server: { deps: { inline: [/react-admin/, /^ra-/, /node_modules\/ra-/, /react-router/] } },
        },
      },
    ],
  },
})
