import type { Page } from '@playwright/test'
import { test as base, type DemoName, expect, expectAccessibleInLight } from '../../support/browser.ts'
import { type Api, apiOf } from './api.ts'
import { foreignTexts } from './spanish.ts'

/** A screen in one of its states. */
export interface Screen {
  what: string
  /** Its path, or a function that finds it through the API. */
  path: string | ((api: Api) => Promise<string>)
  /** May be preceded by a record's name. */
  heading: string
  /** Title of the tab, if it differs from the heading. */
  title?: string
  /** Leads to the state. */
  prepare?: (page: Page) => Promise<unknown>
  /** Console errors that the state causes. */
  tolerates?: RegExp
}

/** The narrowest supported screen. */
export const PHONE = { width: 360, height: 740 }

export interface InspectionFixtures {
  /** With `everyLook`, repeats the checks at phone size. */
  lookAsPhone: () => Promise<void>
  /** Opens a screen as a demo user (null: signed out) and checks its states. */
  inspect: (states: Screen | Screen[], name: DemoName | null) => Promise<void>
}

/** States per journey: more would exceed its time limit. */
const mostStates = 3

/**
 * Groups consecutive states at the same path, so that the page is opened once. After the first state its media queries
 * report no pointer, because of the touch emulation.
 */
function byAddress(screens: Screen[]): Screen[][] {
  const groups: Screen[][] = []
  for (const screen of screens) {
    const last = groups.at(-1)
    if (last && last.length < mostStates && last[0]?.path === screen.path) last.push(screen)
    else groups.push([screen])
  }
  return groups
}

/** Groups screens into journeys: the first always runs, the others with `@all`. */
export function looksAt(screens: Screen[]): { what: string; tag: string[]; states: Screen[] }[] {
  return [
    ...screens.slice(0, 1).map((screen) => ({
      what: `passes the screen checks: ${screen.what}`,
      tag: [],
      states: [screen],
    })),
    ...byAddress(screens).map((states) => ({
      what: `passes the screen checks in both themes and as a phone: ${states.map(({ what }) => what).join('; ')}`,
      tag: ['@all'],
      states,
    })),
  ]
}

/** Closes dialogs and menus left open by the previous state. */
async function closeAll(page: Page): Promise<void> {
  const open = page.locator('[role=dialog], [role=menu], [role=listbox]').filter({ visible: true })
  await expect(async () => {
    if ((await open.count()) > 0) await page.keyboard.press('Escape')
    await expect(open).toHaveCount(0, { timeout: 1_000 })
  }).toPass()
}

/** Excludes progress bars of jobs, which are part of the state: nothing of the screen is loading. */
const NOT_OF_A_JOB = ':not([aria-label^="Avance:"])'

const headed = ({ heading }: Screen): RegExp => new RegExp(`^(.+ · )?${heading}$`)

async function expectOneHeading(page: Page, screen: Screen): Promise<void> {
  await expect(page.locator('h1')).toHaveText([headed(screen)])
  // The record's name is added to both when loaded.
  await expect(async () => {
    const { title = (await page.locator('h1').textContent()) ?? '' } = screen
    expect(await page.title()).toBe(title === 'Cartelera' ? title : `${title} · Cartelera`)
  }).toPass()
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
}

async function expectNoHorizontalScroll(page: Page): Promise<void> {
  const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  // The layout needs a moment after a resize.
  await expect.poll(beyond, 'pixels beyond the right edge').toBeLessThanOrEqual(0)
}

async function asPhone(page: Page): Promise<void> {
  const before = page.viewportSize()
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await page.setViewportSize(PHONE)
  await expectNoHorizontalScroll(page)
  await expectAccessibleInLight(page)
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: false })
  await session.detach()
  if (before) await page.setViewportSize(before)
}

/** Checks a screen: accessibility in both themes, one heading, Spanish texts, no horizontal scroll. */
export const test = base.extend<InspectionFixtures>({
  lookAsPhone: async ({ page, everyLook }, use) => use(async () => (everyLook ? asPhone(page) : undefined)),
  inspect: async ({ page, signedIn, tolerated, axe, lookAsPhone }, use) => {
    const open = async (screen: Screen, name: DemoName | null) => {
      const { path } = screen
      const token = name ? await signedIn(name) : ''
      await page.goto(typeof path === 'string' ? path : await path(apiOf(page, token)))
      await expect(page.locator('h1')).toHaveText([headed(screen)])
    }
    const look = async (screen: Screen) => {
      await screen.prepare?.(page)
      await expect(page.getByRole('progressbar').and(page.locator(NOT_OF_A_JOB))).toHaveCount(0)
      await expectOneHeading(page, screen)
      expect(await foreignTexts(page), 'texts that are not Spanish').toEqual([])
      await expectNoHorizontalScroll(page)
      await axe()
      if (page.viewportSize()?.width !== PHONE.width) await lookAsPhone()
    }
    await use(async (screens, name) => {
      for (const [index, screen] of [screens].flat().entries())
        await test.step(screen.what, async () => {
          if (screen.tolerates) tolerated.push(screen.tolerates)
          await (index === 0 ? open(screen, name) : closeAll(page))
          await look(screen)
        })
    })
  },
})
