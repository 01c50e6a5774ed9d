import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const serverTests = {
  include: ['tests/server/**/*.test.ts'],
  environment: 'node' as const,
  testTimeout: 20_000,
  hookTimeout: 60_000,
}

export default defineConfig({
  test: {
    projects: [
      {
        test: { name: 'repository', include: ['tests/*.test.ts'], environment: 'node', testTimeout: 60_000 },
      },
      { test: { name: 'domain', include: ['tests/domain/**/*.test.ts'], environment: 'node' } },
      {
        test: {
          ...serverTests,
          name: 'server',
          globalSetup: ['tests/support/global-embedded.ts'],
          exclude: ['**/*.postgres.test.ts'],
        },
      },
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
        plugins: [react()],
        test: {
          name: 'admin',
          include: ['tests/admin/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: ['tests/support/admin-setup.ts'],
          testTimeout: 20_000,
          // A second copy of the router would make React-Admin fall back on its own hash router, silently.
          server: { deps: { inline: [/react-admin/, /^ra-/, /node_modules\/ra-/, /react-router/] } },
        },
      },
    ],
  },
})
