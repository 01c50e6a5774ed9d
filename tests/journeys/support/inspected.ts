import type { Page } from '@playwright/test'
import { test as base, type DemoName, expect, expectAccessibleByDay } from '../../support/browser.ts'
import { type Api, apiOf } from './api.ts'
import { foreignTexts } from './spanish.ts'

/** A screen in one of its states. */
export interface Screen {
  what: string
  /** Its address, or how the API finds it. */
  path: string | ((api: Api) => Promise<string>)
  heading: string
  /** The title of the tab, where it is not the heading's. */
  title?: string
  /** What brings the screen into the state. */
  prepare?: (page: Page) => Promise<unknown>
  /** Faults that the state provokes. */
  tolerates?: RegExp
}

/** The narrowest screen that the product is made for. */
export const PHONE = { width: 360, height: 740 }

interface InspectionFixtures {
  /** With `everyLook`, makes the page a phone's, looks it over as such, and makes it what it was. */
  lookAsPhone: () => Promise<void>
  /** Opens a screen as somebody (null: as a stranger), and fails on anything that is wrong with a state, there or on a phone. */
  inspect: (states: Screen | Screen[], name: DemoName | null) => Promise<void>
}

/** More would take longer than a journey may. */
const mostStates = 3

/**
 * The states that follow one another at the same address, which one opening of the page serves. After the first of them
 * the page has been a phone, and to its media queries it has no pointer any more.
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

/** The journeys that look these screens over: the first at each heading always, every one with `@all`. */
export function looksAt(screens: Screen[]): { what: string; tag: string[]; states: Screen[] }[] {
  const firsts = screens.filter(
    ({ heading }, index) => screens.findIndex((screen) => screen.heading === heading) === index,
  )
  return [
    ...firsts.map((screen) => ({ what: screen.what, tag: [], states: [screen] })),
    ...byAddress(screens).map((states) => ({
      what: `every look: ${states.map(({ what }) => what).join('; ')}`,
      tag: ['@all'],
      states,
    })),
  ]
}

/** Closes the dialogs and menus that the last state has left open. */
async function closeAll(page: Page): Promise<void> {
  const open = page.locator('[role=dialog], [role=menu], [role=listbox]').filter({ visible: true })
  await expect(async () => {
    if ((await open.count()) > 0) await page.keyboard.press('Escape')
    await expect(open).toHaveCount(0, { timeout: 1_000 })
  }).toPass()
}

async function expectOneHeading(page: Page, { heading, title = heading }: Screen): Promise<void> {
  await expect(page.locator('h1')).toHaveText([heading])
  await expect(page).toHaveTitle(title === 'Cartelera' ? title : `${title} · Cartelera`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  // A page that was just made narrow needs a moment to follow.
  await expect.poll(beyond, 'pixels beyond the right edge').toBeLessThanOrEqual(0)
}

async function asPhone(page: Page): Promise<void> {
  const before = page.viewportSize()
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await page.setViewportSize(PHONE)
  await expectNoSidewaysScroll(page)
  await expectAccessibleByDay(page)
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: false })
  await session.detach()
  if (before) await page.setViewportSize(before)
}

/** Journeys that look a screen over: accessibility by day and by night, one heading, Spanish, no sideways scroll. */
export const test = base.extend<InspectionFixtures>({
  lookAsPhone: async ({ page, everyLook }, use) => use(async () => (everyLook ? asPhone(page) : undefined)),
  inspect: async ({ page, signedIn, tolerated, axe, lookAsPhone }, use) => {
    const open = async ({ path, heading }: Screen, name: DemoName | null) => {
      const token = name ? await signedIn(name) : ''
      await page.goto(typeof path === 'string' ? path : await path(apiOf(page, token)))
      await expect(page.locator('h1')).toHaveText([heading])
    }
    const look = async (screen: Screen) => {
      await screen.prepare?.(page)
      await expect(page.getByRole('progressbar')).toHaveCount(0)
      await expectOneHeading(page, screen)
      expect(await foreignTexts(page), 'texts that are not Spanish').toEqual([])
      await expectNoSidewaysScroll(page)
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
