import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react()],
  builder: {
    async buildApp(builder) {
      for (const environment of Object.values(builder.environments)) await builder.build(environment)
    },
  },
  environments: {
    client: { build: { outDir: 'dist/admin', manifest: true, emptyOutDir: true } },
    ssr: {
      build: {
        outDir: 'dist/server',
        ssr: true,
        target: 'node20',
        emptyOutDir: true,
        rolldownOptions: {
          input: { main: 'src/server/main.ts', 'embedded-worker': 'src/server/database/embedded/worker.mjs' },
          output: { entryFileNames: '[name].js' },
        },
      },
    },
  },
})
