import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { templateVariable } from '../journeys/support/prepare-demo.ts'
import { type RunningServer, startServer } from '../journeys/support/server.ts'
import { guard } from './browser-guard.ts'
import { recordNotifications } from './notifications.ts'
import { recordPrints } from './prints.ts'

/** The user names of the demo, one per role. */
export type DemoName = 'sa' | 'admin' | 'superagente' | 'agente' | 'soporte'

/** Rules of WCAG 2.2 AA and earlier versions. */
const accessibilityTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

export interface JourneyFixtures {
  /** Checks screens in both themes and at phone size; if false, only in the light theme. */
  everyLook: boolean
  /** Environment of the server, set with `test.use`; other values start another server. */
  serverEnv: Record<string, string>
  /** Fresh demo data for the file, because it changes settings or records that other files read. */
  ownDemo: boolean
  /**
   * The server, shared by the files of a worker unless they ask for another one: they change only records of their own
   * (with names that no other file uses) and compare with counts just read.
   */
  server: RunningServer
  /** Patterns of browser errors that a test causes on purpose. */
  tolerated: RegExp[]
  /** Signs the page in without the form, as a user with the demo's password; returns the token. */
  signedIn: (name: string) => Promise<string>
  /** A page in another browser context, optionally signed in, for journeys with two users. */
  anotherPage: (name?: DemoName) => Promise<Page>
  /** Checks the page with axe in the light theme; with `everyLook` in the dark one too. */
  axe: (page?: Page) => Promise<void>
}

export interface WorkerFixtures {
  serverOf: (env: Record<string, string>, owner: string) => Promise<RunningServer>
}

function templateData(): string {
  const template = process.env[templateVariable]
  if (!template) throw new Error('The journeys run through `npm run test:journeys`.')
  return template
}

async function signIn(context: BrowserContext, url: string, name: string): Promise<string> {
  const answer = await context.request.post(`${url}/auth/local`, { data: { name, password: 'cartelera' } })
  expect(answer.status(), `signing in as ${name}`).toBe(200)
  const { token } = await answer.json()
  await context.addCookies([{ name: 'token', value: token, url, sameSite: 'Strict' }])
  return token
}

/** Running transitions: none are expected, since journeys prefer reduced motion, and colours would be intermediate. */
const transitions = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter((one) => one instanceof CSSTransition)
      .map((one) => `${one.transitionProperty} of ${(one.effect as KeyframeEffect).target?.outerHTML}`),
  )

/** Waits for finite animations such as ripples. */
const settle = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().iterations !== Infinity)
    await Promise.allSettled(ending.map((animation) => animation.finished))
  })

/** Rules that depend on the theme. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** For a modal dialog: only it is checked, as nothing beneath it can be read or reached. */
const MODAL = '[role=dialog][aria-modal=true]'

/**
 * axe for the page, or for the dialog over it; reports violations only, because serialising the passes takes twice the
 * time of the check.
 */
async function axeFor(page: Page): Promise<AxeBuilder> {
  const isThere = await page.evaluate(() => 'axe' in window)
  const builder = new AxeBuilder({ page, ...(isThere ? { axeSource: 'void 0' } : {}) })
    // No rule of the tags reads style sheets, which axe would load again, even offline.
    .options({ resultTypes: ['violations'], preload: { assets: ['media'] } })
    // There are no cross-origin frames, and the default mode opens another page for each check.
    .setLegacyMode()
  return (await page.locator(MODAL).count()) > 0 ? builder.include(MODAL) : builder
}

async function expectNoFaults(page: Page, builder: AxeBuilder, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme })
  await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
  expect(await transitions(page), 'transitions').toEqual([])
  await settle(page)
  // Scrolled to the top and without a form's bar, because targets half covered by a sticky bar would count as too
  // small.
  await page.evaluate(() => window.scrollTo(0, 0))
  const setBars = (position: string) =>
    page.evaluate((to) => {
      for (const bar of document.querySelectorAll<HTMLElement>('[data-form-bar]')) bar.style.position = to
    }, position)
  await setBars('static')
  const { violations } = await builder.analyze()
  await setBars('')
  const faults = violations.map(({ id, help, nodes }) => ({ id, help, nodes: nodes.map(({ html }) => html) }))
  expect(faults, `accessibility of ${page.url()}, ${colorScheme}`).toEqual([])
}

/** Fails on any accessibility violation of the page in the light theme. */
export const expectAccessibleInLight = async (page: Page): Promise<void> =>
  expectNoFaults(page, (await axeFor(page)).withTags(accessibilityTags), 'light')

async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await expectAccessibleInLight(page)
  await expectNoFaults(page, (await axeFor(page)).withRules(colourRules), 'dark')
  await page.emulateMedia({ colorScheme: null })
}

interface OwnedServer {
  key: string
  folder: string
  server: RunningServer
}

/** Key of the server without options. */
const SHARED = JSON.stringify([{}, ''])

export const test = base.extend<JourneyFixtures, WorkerFixtures>({
  serverOf: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright derives the required fixtures from the pattern.
    async ({}, use) => {
      let running: OwnedServer[] = []
      const stop = async (stopped: OwnedServer[]) => {
        running = running.filter((each) => !stopped.includes(each))
        for (const { server, folder } of stopped)
          await server.stop().finally(() => rmSync(folder, { recursive: true, force: true }))
      }
      await use(async (environment, owner) => {
        const key = JSON.stringify([environment, owner])
        const found = running.find((each) => each.key === key)
        if (found) return found.server
        // The shared one stays for later files: a start takes more processor time than most journeys.
        await stop(running.filter((each) => each.key !== SHARED))
        const folder = mkdtempSync(join(tmpdir(), 'cartelera-journey-'))
        cpSync(templateData(), folder, { recursive: true })
        const server = await startServer(folder, environment)
        running.push({ key, folder, server })
        return server
      })
      await stop(running)
    },
    { scope: 'worker' },
  ],
  everyLook: [false, { option: true }],
  serverEnv: [{}, { option: true }],
  ownDemo: [false, { option: true }],
  server: [
    async ({ serverOf, serverEnv, ownDemo }, use, testInfo) => {
      const server = await serverOf(serverEnv, ownDemo ? testInfo.file : '')
      await use(server)
      if (testInfo.status !== testInfo.expectedStatus) {
        await testInfo.attach('server output', { body: server.output(), contentType: 'text/plain' })
      }
    },
    // Starting the server does not count as time of the journey; generous, for busy machines.
    { timeout: 600_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright derives the required fixtures from the pattern.
  tolerated: async ({}, use) => use([]),
  context: async ({ context, tolerated }, use) => {
    const faults = guard(context)
    await recordNotifications(context)
    await recordPrints(context)
    await use(context)
    // The context is reused.
    await context.setOffline(false)
    expect(faults(tolerated), 'faults in the browser').toEqual([])
  },
  signedIn: async ({ context, server }, use) => use((name) => signIn(context, server.url, name)),
  anotherPage: async ({ browser, server, tolerated }, use) => {
    const opened: { context: BrowserContext; faults: ReturnType<typeof guard> }[] = []
    await use(async (name) => {
      const context = await browser.newContext({ baseURL: server.url })
      opened.push({ context, faults: guard(context) })
      await recordNotifications(context)
      await recordPrints(context)
      if (name) await signIn(context, server.url, name)
      return context.newPage()
    })
    for (const { context, faults } of opened) {
      await context.close()
      expect(faults(tolerated), 'faults in the other browser').toEqual([])
    }
  },
  axe: async ({ page, everyLook }, use) =>
    use((other) => (everyLook ? expectAccessibleInBothThemes : expectAccessibleInLight)(other ?? page)),
})

export { expect }
