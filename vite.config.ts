import { cpSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const embedded = 'src/server/platform/database/embedded'

/** Copies the files that the server reads at run time: migrations and demo data. */
const readFiles: Plugin = {
  name: 'cartelera:read-files',
  applyToEnvironment: (environment) => environment.name === 'ssr',
  writeBundle({ dir }) {
    cpSync('src/server/platform/database/migrations', `${dir}/migrations`, { recursive: true })
    cpSync('src/server/demo/data', `${dir}/demo/data`, { recursive: true })
  },
}

export default defineConfig({
  plugins: [react(), readFiles],
  builder: {
    async buildApp(builder) {
      for (const environment of Object.values(builder.environments)) await builder.build(environment)
    },
  },
  environments: {
    // scripts/bundle-size.mjs checks the compressed size instead.
    client: {
      build: { outDir: 'dist/admin', manifest: true, emptyOutDir: true, chunkSizeWarningLimit: 2_000 },
    },
    ssr: {
      build: {
        outDir: 'dist/server',
        ssr: true,
        copyPublicDir: false,
        target: 'node20',
        emptyOutDir: true,
        rolldownOptions: {
          input: {
            main: 'src/server/main.ts',
            reconcile: 'src/server/commands/reconcile.ts',
            backup: 'src/server/commands/backup.ts',
            restore: 'src/server/commands/restore.ts',
            'reader-thread': 'src/server/reader-thread.ts',
            'embedded-worker': `${embedded}/worker.mjs`,
            'embedded-initialise': `${embedded}/initialise.mjs`,
          },
          output: { entryFileNames: '[name].js' },
        },
      },
    },
  },
})
