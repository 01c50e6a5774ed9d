import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

/** They only end what hangs: on an idle machine no test takes longer than ten seconds, but for the exhaustive ones. */
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
  provide: { isExhaustive: false },
}

const embedded = { ...serverTests, globalSetup: ['tests/support/global-embedded.ts'] }
const onPostgres = { ...serverTests, globalSetup: ['tests/support/global-postgres.ts'] }

/**
 * Not at every commit, whose tests call each endpoint once: data folders, processes, thousands of rows, every endpoint, and
 * what a part of the product does besides answering.
 */
const slow = [
  'tests/server/demo/{contents,people}.test.ts',
  'tests/server/features/channels/{private-sources,undo-import}.test.ts',
  'tests/server/features/support/undo-repair.test.ts',
  'tests/server/features/users/{import-users,known-devices,passwords}.test.ts',
  'tests/server/platform/collections/{dates,statements}.test.ts',
  'tests/server/platform/database/{abandoned,migrate}.test.ts',
  'tests/server/platform/http/{edits,forwarding,health,metrics}.test.ts',
  'tests/server/platform/jobs/worker.test.ts',
  'tests/server/{features,platform/{collections,http}}/**/hostile-requests.test.ts',
  'tests/server/features/contents/messages.test.ts',
  'tests/server/features/support/{visit-sums,deep-pages}.test.ts',
  'tests/server/features/credits/ledger-sums.test.ts',
  'tests/server/features/users/{counts,scope}.test.ts',
  'tests/server/features/channels/{import,guide-channels}.test.ts',
  'tests/server/platform/http/statuses.test.ts',
  'tests/server/platform/database/{data-folder.embedded,list-query}.test.ts',
  'tests/server/start/{prepare,time-zone}.test.ts',
  'tests/server/features/maintenance/maintain.test.ts',
  'tests/server/demo/load-demo.test.ts',
  'tests/server/platform/backup/restore.test.ts',
  'tests/server/platform/readers/readers.test.ts',
  'tests/server/access/permission-matrix.embedded.test.ts',
]
/** Repeats other tests with hundreds of values, files or thousands of rows, and runs some of the slow ones in full. */
const exhaustive = [
  'tests/server/**/{naughty-strings,many-channels}.test.ts',
  'tests/server/features/users/{counts,scope}.test.ts',
  // In `npm test` on PostgreSQL alone, where it is read while sales are made.
  'tests/server/features/credits/reconcile.test.ts',
  'tests/server/platform/imports/own-exports.test.ts',
  'tests/server/platform/backup/{older-version,hostile-requests}.test.ts',
  'tests/server/platform/readers/hostile-files.test.ts',
  'tests/server/start/demo-reload.test.ts',
  'tests/server/platform/http/{hostile-requests,statuses}.test.ts',
  'tests/server/access/permission-matrix.embedded.test.ts',
  'tests/domain/users/take-over.test.ts',
]
/** Needs several connections or PostgreSQL: races, locks, transaction isolation, planner statistics. */
const connections = [
  'tests/server/**/*.postgres.test.ts',
  'tests/server/platform/database/{abandoned,health,long-read,migrate,transactions}.test.ts',
  'tests/server/platform/http/health.test.ts',
  'tests/server/features/contents/episodes.test.ts',
  'tests/server/features/credits/{reconcile,transactions}.test.ts',
  'tests/server/features/users/{passwords,profiles,sign-in}.test.ts',
]
/** Whole forms and lists in jsdom, in states and with requests that no journey reaches. */
const wholeScreens = [
  'tests/admin/features/contents/movie-form.test.tsx',
  'tests/admin/features/channels/{channel-form,import}.test.tsx',
  'tests/admin/features/credits/credit-dialog.test.tsx',
  'tests/admin/features/support/{histories,issues}.test.tsx',
  'tests/admin/features/users/profiles/{permission-editor,profile-list}.test.tsx',
]
/** Compiles a copy of the admin. */
const compiling = ['tests/admin/api/contract-types.test.ts']

/** Real server processes, killed and restarted; requires the build. */
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

const adminTests = {
  environment: 'jsdom',
  isolate: false,
  setupFiles: ['tests/support/admin-setup.ts'],
  ...limits,
  // With a second copy of the router, React-Admin would silently use its own hash router.
  server: { deps: { inline: [/react-admin/, /^ra-/, /node_modules\/ra-/, /react-router/] } },
}

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
          provide: { isExhaustive: false },
        },
      },
      {
        test: {
          ...embedded,
          name: 'server',
          // The embedded database is WebAssembly: optimising it takes longer than it saves for short statements.
          execArgv: ['--liftoff-only'],
          exclude: ['**/*.postgres.test.ts', ...slow, ...exhaustive],
        },
      },
      { test: { ...embedded, name: 'server-slow', include: slow } },
      {
        test: {
          ...embedded,
          name: 'server-exhaustive',
          include: exhaustive,
          provide: { isExhaustive: true },
        },
      },
      { test: { ...onPostgres, name: 'server-connections', include: connections } },
      { test: { ...onPostgres, name: 'server-postgres', exclude: ['**/*.embedded.test.ts'] } },
      {
        test: {
          ...faults,
          name: 'faults',
          include: ['tests/faults/*.test.ts'],
          exclude: ['tests/faults/stop-storm.test.ts'],
          provide: { isExhaustive: false },
        },
      },
      {
        test: {
          ...faults,
          name: 'storms',
          include: ['tests/faults/{kill,stop}-storm.test.ts'],
          provide: { isExhaustive: true },
        },
      },
      // Requires Debian's packages too; the tests name those that are missing.
      { test: { ...faults, name: 'cluster', include: ['tests/cluster/*.test.ts'] } },
      {
        plugins: [react()],
        test: {
          ...adminTests,
          name: 'admin',
          include: ['tests/admin/**/*.test.{ts,tsx}'],
          exclude: [...wholeScreens, ...compiling],
        },
      },
      {
        plugins: [react()],
        test: { ...adminTests, name: 'admin-screens', include: [...wholeScreens, ...compiling] },
      },
    ],
  },
})
