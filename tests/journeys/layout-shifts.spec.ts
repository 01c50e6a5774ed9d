import type { Page } from '@playwright/test'
import { expect, test } from '../support/browser.ts'
import { type Api, apiOf } from './support/api.ts'
import { untilIdle } from './support/screen.ts'

/** As high as the longest form, because shifts outside the viewport are not reported. */
const WHOLE = { width: 1280, height: 2400 }

/**
 * Serves responses one by one, each rendered before the next, as on a slow connection. Returns a function that waits
 * until the page sends no more requests.
 */
async function answerOneByOne(page: Page): Promise<() => Promise<void>> {
  let last: Promise<unknown> = Promise.resolve()
  const rendered = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  // Styles are excluded: nothing renders before they are loaded.
  await page.route(/\/(api|pictures)\/|\/assets\/.*\.js$/, (route) => {
    last = last.then(async () => {
      await route.fulfill({ response: await route.fetch() })
      // A page being left renders nothing more.
      await page.evaluate(rendered).catch(() => undefined)
    })
    return last
  })
  return async () => {
    for (let seen: unknown; seen !== last; ) {
      seen = last
      await seen
      await untilIdle(page)
    }
  }
}

interface Shift extends PerformanceEntry {
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}

interface WatchedWindow {
  moves: string[]
}

/**
 * Records layout shifts in `window.moves`. Ignores progress bars, which move by themselves, and autocomplete fields, whose
 * text box follows its chips.
 */
async function watchMoves(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const moves: string[] = []
    const corner = ({ x, y }: DOMRectReadOnly) => `${Math.round(x)},${Math.round(y)}`
    new PerformanceObserver((list) => {
      const sources = (list.getEntries() as Shift[]).flatMap((shift) => shift.sources)
      for (const { node, previousRect, currentRect } of sources) {
        if (node === null || node.parentElement?.closest('[role=progressbar], .MuiAutocomplete-root'))
          continue
        const [from, to] = [corner(previousRect), corner(currentRect)]
        if (from !== to) moves.push(`${node.textContent?.slice(0, 40)}: ${from} to ${to}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
    Object.assign(window, { moves })
  })
}

const movesOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as WatchedWindow).moves)

const film = async (api: Api) => `/movie/${(await api.find('/api/movies', 'title', 'Casablanca'))._id}`

const SCREENS: Record<string, (string | ((api: Api) => Promise<string>))[]> = {
  'a list': ['/admin'],
  'a list of the catalogue': ['/movie'],
  'lists with buttons in their rows': ['/issues', '/profile'],
  'the forms': [film, '/setting'],
  'screens with charts': ['/histories', '/balance'],
}

test.use({ viewport: WHOLE })

/** Groups that `npm test` checks. */
const COMMON = ['a list']

for (const [what, paths] of Object.entries(SCREENS))
  test(`no layout shifts while loading: ${what}`, {
    tag: COMMON.includes(what) ? [] : '@all',
  }, async ({ page, signedIn }) => {
    const api = apiOf(page, await signedIn('sa'))
    await watchMoves(page)
    const settled = await answerOneByOne(page)
    for (const path of paths) {
      await page.goto(typeof path === 'string' ? path : await path(api))
      await expect(page.locator('h1')).toBeVisible()
      await expect(page.locator('[role=status][aria-label=Cargando], .MuiSkeleton-root')).toHaveCount(0)
      await settled()
      expect(await movesOf(page), `moves at ${page.url()}`).toEqual([])
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
