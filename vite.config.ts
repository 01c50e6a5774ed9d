import { cpSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, runnerImport } from 'vite'
import { withoutUnused } from './scripts/unused-modules.mjs'

const embedded = 'src/server/platform/database/embedded'

/** Copies the files that the server reads at run time: migrations, without what generates them, demo data and clips. */
const readFiles: Plugin = {
  name: 'cartelera:read-files',
  applyToEnvironment: (environment) => environment.name === 'ssr',
  writeBundle({ dir }) {
    const filter = (path: string) => !path.endsWith('_snapshot.json')
    cpSync('src/server/platform/database/migrations', `${dir}/migrations`, { recursive: true, filter })
    cpSync('src/server/demo/data', `${dir}/demo/data`, { recursive: true })
    cpSync('src/server/demo/media', `${dir}/demo/media`, {
      recursive: true,
      filter: (path) => !path.endsWith('.ts'),
    })
  },
}

/** The server uses little of these packages, whose 28 MB are then not installed with it: functions of es-toolkit, and age. */
const bundlePackages: Plugin = {
  name: 'cartelera:bundle-packages',
  apply: 'build',
  config: () => ({
    environments: { ssr: { resolve: { noExternal: ['es-toolkit', 'age-encryption', /^@(noble|scure)\//] } } },
  }),
}

/** The labels of all fields as data: the module that collects them from the schemas would load zod with the first list. */
const labelsAsData: Plugin = {
  name: 'cartelera:labels-as-data',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
  async load(id) {
    if (!id.endsWith('/src/domain/resource-labels.ts')) return null
    // Not imported by this file: the dev server restarts whenever a module that its configuration imports is edited.
    const { module } = await runnerImport<typeof import('./src/domain/resource-labels.ts')>(id)
    return `export const resources = ${JSON.stringify(module.resources)}`
  },
}

/** The sign-in page: React, the router and the code for signing in. */
const START = [
  /node_modules[\\/](react|react-dom|react-router|react-router-dom|@remix-run|scheduler)[\\/]/,
  /query-core.*(onlineManager|subscribable)/,
  /src[\\/]admin[\\/](main|api[\\/](addresses|connection|http|router-flags|session)|app[\\/](screens|public[\\/](?!SecondFactorStep|DemoLogins)))/,
  /src[\\/]domain[\\/](registry|access[\\/]routes|format[\\/]text|sign-in[\\/]sign-in)/,
]

/** Modules used by forms only. */
const FORMS = [
  /node_modules[\\/](zod|react-hook-form|@popperjs)[\\/]|Autocomplete|Popper|[\\/]Switch[\\/]|InputAdornment|Visibility(Off)?Outlined/,
  /ra-core[\\/]dist[\\/](form|controller[\\/](edit|create|saveContext)|dataProvider[\\/]use(Mutation|Update|Create|Delete))/,
  /ra-core[\\/]dist[\\/](dataProvider[\\/]useGet(One|Many(Aggregate)?)|routing[\\/]useRedirect|util[\\/]useDebouncedEvent)\.js/,
  /query-core.*mutationObserver|react-query.*useMutation|compat.*(cloneDeepWith|mergeWith|baseClone|memoize)/,
  /(CalendarToday|ChevronLeft|ChevronRight)(Outlined)?\.js/,
  /src[\\/]admin[\\/](kit[\\/](form|inputs|dialogs[\\/]deletion)|api[\\/]draft|features[\\/](links|support[\\/]issues))/,
  /src[\\/]domain[\\/](validation|contract|contents|channels|links|support|user-notices|settings[\\/](settings|background))/,
]

const FRAME = [
  /Snackbar|CloseNotification|AppBar|useThemeProps|useRefresh|routing[\\/]Navigate/,
  /src[\\/](admin[\\/](api[\\/](i18n|data-provider)|app[\\/]home[\\/]Greeting|features[\\/]audit[\\/]ChangesLink)|domain[\\/](access[\\/]menus|format[\\/]series))/,
]

const PEOPLE = [
  /src[\\/]admin[\\/]features[\\/]credits[\\/](BalanceBadge|Compensation\.|CreditDialogProvider)/,
  /src[\\/]admin[\\/]features[\\/]users[\\/](lookups|expiring|CreditCell|UserLinks)/,
  /src[\\/]domain[\\/](users[\\/](visibility|authority|creation|user-messages)|settings[\\/]platforms)/,
  /src[\\/](domain[\\/]credits[\\/](rules|transaction|licence)|admin[\\/]kit[\\/]display[\\/]licence)/,
]

/** What the second step of the sign-in page shares with the account's security. */
const FACTORS = [
  /node_modules[\\/]uqr[\\/]|src[\\/]domain[\\/]sign-in[\\/]factor\.|public[\\/]SecondFactorStep/,
  /src[\\/]admin[\\/](features[\\/]security[\\/](RecoveryCodes|SeedPanel|passkeys|security\.)|kit[\\/]display[\\/]copy-text)/,
]

const isIn = (patterns: readonly RegExp[]) => (id: string) => patterns.some((pattern) => pattern.test(id))
const isElsewhere = (id: string) =>
  ![START, FORMS, FRAME, PEOPLE, FACTORS].some((patterns) => isIn(patterns)(id))

/** Number of catalogue entities, each with list and forms in one file; modules shared by fewer files are not split off. */
const countEntities = async (): Promise<number> => {
  const { module } = await runnerImport<typeof import('./src/domain/registry.ts')>('/src/domain/registry.ts')
  return module.RESOURCES.filter((resource) => module.entryOf(resource).operation).length
}

/**
 * Few files instead of one per set of screens that share a module: the first list needs 8 files instead of 57. A group
 * also includes the imports of its modules, so it precedes the groups from which it may take modules.
 */
const groupsOf = (entities: number) => [
  { name: 'start', test: isIn(START), priority: 5 },
  { name: 'shared', test: isElsewhere, minShareCount: entities, priority: 4 },
  { name: 'people', test: isIn(PEOPLE), priority: 3 },
  { name: 'frame', test: isIn(FRAME), priority: 3 },
  { name: 'factors', test: isIn(FACTORS), priority: 3 },
  {
    name: 'zod',
    test: /node_modules[\\/]zod[\\/]|src[\\/]domain[\\/](validation|contract)/,
    priority: 2,
  },
  { name: 'contents', test: /src[\\/]domain[\\/](contents|channels)/, minShareCount: 2, priority: 2 },
  { name: 'forms', test: isIn(FORMS), minShareCount: entities, priority: 1 },
]

const splitCode: Plugin = {
  name: 'cartelera:split-code',
  apply: 'build',
  async config() {
    const groups = groupsOf(await countEntities())
    // The sign-in page has the names of all files: without titles they take half a kilobyte less.
    const chunkFileNames = 'assets/[hash:8].js'
    return {
      environments: {
        client: { build: { rolldownOptions: { output: { chunkFileNames, codeSplitting: { groups } } } } },
      },
    }
  },
}

export default defineConfig({
  plugins: [react(), readFiles, bundlePackages, labelsAsData, withoutUnused, splitCode],
  resolve: {
    alias: [
      // The same functions, tested against lodash's own tests, at a third of the size.
      { find: /^lodash\/(\w+)(\.js)?$/, replacement: 'es-toolkit/compat/$1' },
    ],
  },
  builder: {
    async buildApp(builder) {
      for (const environment of Object.values(builder.environments)) await builder.build(environment)
    },
  },
  environments: {
    // scripts/bundle-size.mjs checks the compressed size instead.
    client: {
      build: {
        outDir: 'dist/admin',
        manifest: true,
        // The licences of the packages in the bundle, which a copy of them must carry.
        license: { fileName: 'licenses.txt' },
        emptyOutDir: true,
        chunkSizeWarningLimit: 2_000,
      },
    },
    ssr: {
      build: {
        outDir: 'dist/server',
        ssr: true,
        copyPublicDir: false,
        license: { fileName: 'licenses.txt' },
        target: 'node20',
        emptyOutDir: true,
        rolldownOptions: {
          input: {
            main: 'src/server/main.ts',
            'sandbox-thread': 'src/server/sandbox-thread.ts',
            'embedded-worker': `${embedded}/worker.mjs`,
            'embedded-initialise': `${embedded}/initialise.mjs`,
          },
          output: { entryFileNames: '[name].js' },
        },
      },
    },
  },
})
