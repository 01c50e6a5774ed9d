import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

/** Only for hanging tests: on an idle machine no test takes longer than ten seconds, except the exhaustive ones. */
const limits = {
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 120_000 } },
}

const serverTests = {
  include: ['tests/server/**/*.test.ts'],
  environment: 'node' as const,
  // Files of a worker share their modules, because loading them for each file took a third of the time.
  isolate: false,
  ...limits,
  provide: { isExhaustive: false, hostileRequests: 5_000 },
}

const embedded = {
  ...serverTests,
  globalSetup: ['tests/support/global-embedded.ts'],
}
/** Calls each endpoint once: in `npm run verify`, other server tests in `npm test`. */
const ENDPOINTS = 'tests/server/access/endpoints.test.ts'

const onPostgres = { ...serverTests, globalSetup: ['tests/support/global-postgres.ts'] }

/** Real server processes, stopped, killed and restarted; requires the build. */
const faults = {
  environment: 'node' as const,
  globalSetup: ['tests/support/global-postgres.ts'],
  // They wait for timeouts more than they compute.
  maxWorkers: 4,
  // Vitest runs projects with another number of workers as another group.
  sequence: { groupOrder: 1 },
  ...limits,
  testTimeout: 1_200_000,
}

/** The name of a file says when it runs and on which engine, as a table in CONTRIBUTING.md lists. */
export default defineConfig({
  test: {
    projects: [
      {
        test: { name: 'repository', include: ['tests/*.test.ts'], environment: 'node', ...limits },
      },
      {
        test: {
          name: 'domain',
          include: ['tests/domain/**/*.test.ts'],
          environment: 'node',
          ...limits,
          isolate: false,
        },
      },
      {
        test: {
          ...embedded,
          name: 'endpoints',
          include: [ENDPOINTS],
          // In a process of seconds, optimising scripts and the embedded database, which is WebAssembly, takes longer than
          // it saves.
          execArgv: ['--liftoff-only', '--no-opt', '--no-maglev'],
        },
      },
      {
        test: {
          ...embedded,
          name: 'server',
          exclude: [ENDPOINTS, '**/*.{postgres,exhaustive}.test.ts'],
          maxWorkers: '100%',
        },
      },
      {
        test: {
          ...onPostgres,
          name: 'server-connections',
          include: ['tests/server/**/*.{engines,postgres}.test.ts'],
        },
      },
      {
        test: {
          ...onPostgres,
          name: 'server-postgres',
          exclude: ['**/*.embedded.*'],
          provide: { isExhaustive: true, hostileRequests: 10_000 },
        },
      },
      {
        test: {
          ...embedded,
          name: 'hostile',
          include: ['tests/server/hostile/{films,catalogue,people}.test.ts'],
          provide: { isExhaustive: false, hostileRequests: 100_000 },
          maxWorkers: '100%',
          testTimeout: 3_600_000,
        },
      },
      { test: { ...faults, name: 'faults', include: ['tests/faults/*.test.ts'] } },
      { test: { ...faults, name: 'storms', include: ['tests/storms/*.test.ts'] } },
      // Requires Debian's packages too; the tests name those that are missing.
      { test: { ...faults, name: 'cluster', include: ['tests/cluster/*.test.ts'] } },
      {
        plugins: [react()],
        test: {
          name: 'admin',
          include: ['tests/admin/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          isolate: false,
          maxWorkers: '100%',
          setupFiles: ['tests/support/admin-setup.ts'],
          ...limits,
          // With a second copy of the router, React-Admin would silently use its own hash router.
          server: { deps: { inline: [/react-admin/, /^ra-/, /node_modules\/ra-/, /react-router/] } },
        },
      },
    ],
  },
})
