import { defineConfig } from '@playwright/test'
import type { JourneyFixtures } from './tests/support/browser.ts'
import { findChromium } from './tests/support/chromium.mjs'

const executablePath = findChromium()
if (!executablePath) {
  throw new Error('No Chromium: install Debian’s package `chromium`, or name one in PLAYWRIGHT_CHROMIUM.')
}

/** Chromium uses only the last list, so this is Playwright's own plus the two preloaded pages of the address bar. */
const absentFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
]

export default defineConfig<JourneyFixtures>({
  testDir: 'tests/journeys',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  globalSetup: './tests/journeys/support/prepare-demo.ts',
  // Each uses a browser, a server and its database: four keep two processors busy.
  workers: 4,
  // Only for hanging journeys: on an idle machine none takes longer than twenty seconds.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'line',
  projects: [
    // `npm test`: the main journeys. A server of its own for the guide of one would take longer than most of them.
    {
      name: 'main',
      testDir: 'tests/journeys/main',
      workers: 2,
      use: { serverEnv: { ALLOW_PRIVATE_GUIDES: 'on' } },
    },
    // `npm run test:all`: all others once, and then every state of every screen, in both themes and at phone size.
    { name: 'other', testIgnore: /tests\/journeys\/main\/[^/]+$/, grepInvert: /@all/ },
    { name: 'every', grep: /@all|@looks/, use: { everyLook: true } },
  ],
  use: {
    browserName: 'chromium',
    locale: 'es-DO',
    timezoneId: 'America/Santo_Domingo',
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // Storage and cookies are cleared, but the cache of compiled scripts is kept.
    reuseContext: true,
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-dev-shm-usage',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        `--disable-features=${absentFeatures.join(',')}`,
        // All pages, including the blank one between journeys, share a process and its compiled scripts.
        '--process-per-site',
        '--disable-site-isolation-trials',
        // Pages live for seconds: optimising their scripts takes longer than it saves.
        '--js-flags=--no-opt --no-maglev --min-semi-space-size=16',
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
      ],
    },
  },
})
