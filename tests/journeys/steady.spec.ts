import type { Page } from '@playwright/test'
import { expect, test } from '../support/browser.ts'
import { type Api, apiOf } from './support/api.ts'

/** As high as the longest form: what is out of sight does not count as moved. */
const WHOLE = { width: 1280, height: 2400 }

/** Answers come one after the other, each drawn before the next: as on a slow line, where everything comes late. */
async function answerOneByOne(page: Page): Promise<void> {
  let last: Promise<unknown> = Promise.resolve()
  const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  // Not the styles: nothing at all is drawn before they are there.
  await page.route(/\/(api|pictures)\/|\/assets\/.*\.js$/, (route) => {
    last = last.then(async () => {
      await route.fulfill({ response: await route.fetch() })
      // A page that is being left draws nothing more.
      await page.evaluate(drawn).catch(() => undefined)
    })
    return last
  })
}

interface Shift extends PerformanceEntry {
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}

interface WatchedWindow {
  moves: string[]
}

/**
 * Remembers in the page what was drawn in one place, and then in another. A bar that tells progress moves by itself, and
 * the place to type follows the chips of its field.
 */
async function watchMoves(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const moves: string[] = []
    const place = ({ x, y }: DOMRectReadOnly) => `${Math.round(x)},${Math.round(y)}`
    new PerformanceObserver((list) => {
      const sources = (list.getEntries() as Shift[]).flatMap((shift) => shift.sources)
      for (const { node, previousRect, currentRect } of sources) {
        if (node === null || node.parentElement?.closest('[role=progressbar], .MuiAutocomplete-root'))
          continue
        const [from, to] = [place(previousRect), place(currentRect)]
        if (from !== to) moves.push(`${node.textContent?.slice(0, 40)}: ${from} to ${to}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
    Object.assign(window, { moves })
  })
}

/** What the page has seen move. */
const movesOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as WatchedWindow).moves)

const film = async (api: Api) => `/movie/${(await api.find('/api/movies', 'title', 'Casablanca'))._id}`

const SCREENS: Record<string, (string | ((api: Api) => Promise<string>))[]> = {
  'the lists': ['/movie', '/admin'],
  'rows with buttons': ['/issues', '/profile'],
  'the forms': [film, '/setting'],
  'what has charts': ['/histories', '/balance'],
}

test.use({ viewport: WHOLE })

/** Those that `npm test` looks at. */
const COMMON = ['the lists', 'the forms']

for (const [what, paths] of Object.entries(SCREENS))
  test(`nothing in ${what} moves while the rest is on its way`, {
    tag: COMMON.includes(what) ? [] : '@all',
  }, async ({ page, signedIn }) => {
    const api = apiOf(page, await signedIn('sa'))
    await watchMoves(page)
    await answerOneByOne(page)
    for (const path of paths) {
      await page.goto(typeof path === 'string' ? path : await path(api))
      await expect(page.locator('h1')).toBeVisible()
      await page.waitForLoadState('networkidle')
      await expect(page.locator('[role=status][aria-label=Cargando], .MuiSkeleton-root')).toHaveCount(0)
      expect(await movesOf(page), `moves at ${page.url()}`).toEqual([])
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
