import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright'
import prepareDemo, { templateVariable } from '../journeys/support/prepare-demo.ts'
import { startServer } from '../journeys/support/server.ts'
import { findChromium } from '../support/chromium.mjs'
import { signIn } from './ask.ts'
import { timingsOf } from './measure.ts'

const ROUNDS = 10
const PASSWORD = 'cartelera'

/** A distant server: 100 ms round trip, 10 Mbit/s. */
const DISTANT = { offline: false, latency: 100, downloadThroughput: 1_250_000, uploadThroughput: 1_250_000 }

/** One measured interaction. */
interface Sample {
  /** Wall-clock time from the input to its result. */
  elapsed: number
  /** CPU time of the page's main thread meanwhile. */
  processor: number
}

interface Case {
  name: string
  goal: number
  /** CPU slowdown relative to this machine. */
  slowdown?: number
  isDistant?: boolean
  /** Prepares a page, interacts with it and returns the times; several samples if one visit allows them. */
  run: (visit: Visit) => Promise<Sample[]>
}

/** A new page of a signed-in user, with an empty cache. */
interface Visit {
  page: Page
  url: string
  /** Runs an action and waits for its result; `done`: a condition evaluated in the page. */
  sample: (action: () => Promise<unknown>, done: string) => Promise<Sample>
  /** Like `sample`, from the click or key press by trace events: both times end when the condition is painted. */
  feedback: (action: () => Promise<unknown>, done: string) => Promise<Sample>
}

/** Runs in the page: watches conditions, and the input from which each is timed. */
const WATCHER = () => {
  let pressed = 0
  for (const type of ['pointerdown', 'keydown', 'popstate'])
    window.addEventListener(
      type,
      ({ timeStamp }) => {
        if (pressed === 0) pressed = timeStamp
      },
      { capture: true },
    )
  for (const type of ['click', 'keydown'])
    window.addEventListener(type, () => performance.mark('bench:input'), { capture: true })
  const painted = () =>
    new Promise<void>((done) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => done()
        port2.postMessage(null)
      }),
    )
  Object.assign(window, {
    bench: {
      start: () => {
        pressed = 0
      },
      /** Milliseconds from the input, or from the page's start, until the condition is painted. */
      until: async (condition: string): Promise<number> => {
        const holds = new Function(`return ${condition}`) as () => boolean
        while (!holds()) await new Promise(requestAnimationFrame)
        await painted()
        performance.mark('bench:painted')
        return performance.now() - pressed
      },
    },
  })
}

interface WatchedWindow {
  bench: {
    start: () => void
    until: (condition: string) => Promise<number>
  }
}

const processorTime = async (session: CDPSession): Promise<number> => {
  const { metrics } = await session.send('Performance.getMetrics')
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
}

/** Condition: the path and a row of its list are shown. */
const listAt = (path: string, heading: string): string =>
  `location.pathname === '${path}' && document.querySelector('h1')?.textContent === '${heading}' && document.querySelector('tbody tr') !== null`

const USERS = listAt('/admin', 'CONSULTA DE USUARIOS')

/** Lists of one menu, by path. */
const LISTS: Readonly<Record<string, string>> = {
  '/movie': 'Películas',
  '/categories': 'Categorías',
  '/radios': 'Radios',
  '/serie': 'Series',
}

const MENU = 'Contenidos'

const openMenu = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: MENU, exact: true }).click()
  await page.getByRole('menuitem').first().waitFor()
}

const entryOf = (page: Page, path: string) => page.locator(`[role=menuitem][href="${path}"]`)

/** Condition: the immediate effects of clicking a menu item: menu closed, button marked, heading shown. */
const openingAt = (heading: string): string =>
  `document.querySelector('[role=menu]:not([hidden])') === null && document.querySelector('[data-current]')?.textContent === '${MENU}' && document.querySelector('h1')?.textContent === '${heading}'`

const PER_PAGE = `${encodeURIComponent(JSON.stringify({}))}`
const HUNDRED = `/movie?filter=${PER_PAGE}&displayedFilters=%7B%7D&order=DESC&page=1&perPage=100&sort=dateUpdate`

const openHundred = async ({ page, url }: Visit): Promise<void> => {
  await page.goto(`${url}${HUNDRED}`, { waitUntil: 'networkidle' })
  await page.locator('tbody tr').nth(99).waitFor()
}

/** Condition: the header shows the sort order and the new rows, which begin with another one, are rendered. */
const sortedBy = (order: string, firstBefore: string | null): string =>
  `document.querySelector('tbody tr')?.dataset.record !== '${firstBefore}' && document.querySelector('th[aria-sort=${order}]') !== null && document.querySelector('[aria-busy=true]') === null && document.querySelectorAll('tbody tr').length === 100`

/** Condition: the first field of a film's form has its value. */
const FORM = `Boolean(document.querySelector('main form:not([role=search]) input[name=title]')?.value)`

/** Opens films one after another; the first one, whose code is loaded first, isn't measured. */
const openFilms = async ({ page, url, sample }: Visit): Promise<Sample[]> => {
  await page.goto(`${url}/movie`, { waitUntil: 'networkidle' })
  const samples: Sample[] = []
  for (let row = 0; row < 5; row++) {
    const link = page.locator('tbody [data-title]').nth(row).getByRole('link')
    await link.hover()
    samples.push(await sample(() => link.click(), FORM))
    await page.waitForLoadState('networkidle')
    await page.goBack()
    await page.locator('tbody tr').first().waitFor()
    await page.waitForLoadState('networkidle')
  }
  return samples.slice(1)
}

const CASES: Case[] = [
  {
    name: 'sign-in page, cold, distant',
    goal: Number.NaN,
    isDistant: true,
    run: async ({ page, url, sample }) => {
      await page.context().clearCookies()
      return [await sample(() => page.goto(`${url}/login`), `document.querySelector('form input') !== null`)]
    },
  },
  {
    name: 'cold /admin to rows, distant',
    goal: 1300,
    isDistant: true,
    run: async ({ page, url, sample }) => [await sample(() => page.goto(`${url}/admin`), USERS)],
  },
  {
    name: 'cold /admin to rows, local',
    goal: Number.NaN,
    run: async ({ page, url, sample }) => [await sample(() => page.goto(`${url}/admin`), USERS)],
  },
  {
    name: 'first visit to another list',
    goal: 120,
    run: async ({ page, url, sample }) => {
      await page.goto(`${url}/admin`, { waitUntil: 'networkidle' })
      const samples: Sample[] = []
      for (const [path, heading] of Object.entries(LISTS)) {
        await openMenu(page)
        await entryOf(page, path).hover()
        samples.push(await sample(() => entryOf(page, path).click(), listAt(path, heading)))
        await page.waitForLoadState('networkidle')
      }
      return samples
    },
  },
  {
    name: 'return to a list',
    goal: 80,
    run: async ({ page, url, sample }) => {
      await page.goto(`${url}/admin`, { waitUntil: 'networkidle' })
      const samples: Sample[] = []
      for (const path of Object.keys(LISTS)) {
        await openMenu(page)
        await entryOf(page, path).click()
        await page.waitForURL(`${url}${path}`)
        await page.locator('tbody tr').first().waitFor()
        await page.waitForLoadState('networkidle')
        samples.push(await sample(() => page.evaluate(() => window.history.back()), USERS))
        await page.waitForLoadState('networkidle')
      }
      return samples
    },
  },
  {
    name: 'sort of a page of 100, to the rows on the screen',
    goal: 150,
    run: async (visit) => {
      await openHundred(visit)
      const header = visit.page.getByRole('columnheader', { name: 'Título', exact: true }).getByRole('button')
      const samples: Sample[] = []
      for (const order of ['ascending', 'descending']) {
        const first = await visit.page.locator('tbody tr').first().getAttribute('data-record')
        samples.push(await visit.sample(() => header.click(), sortedBy(order, first)))
        await visit.page.waitForLoadState('networkidle')
      }
      return samples
    },
  },
  { name: 'click on a film to its form', goal: 250, run: openFilms },
  { name: 'click on a film to its form, 4× slower', goal: 900, slowdown: 4, run: openFilms },
  {
    name: 'click on the next page to its mark, 4× slower',
    goal: 200,
    slowdown: 4,
    run: async ({ page, url, feedback }) => {
      await page.goto(`${url}/movie`, { waitUntil: 'networkidle' })
      const next = page.getByRole('button', { name: 'Página siguiente' })
      await next.hover()
      const isMarked = `document.querySelector('[aria-label="Páginas"] [aria-current]')?.textContent === '2'`
      return [await feedback(() => next.click(), isMarked)]
    },
  },
  {
    name: 'click to a dialog, 4× slower',
    goal: 200,
    slowdown: 4,
    run: async ({ page, url, feedback }) => {
      await page.goto(`${url}/admin`, { waitUntil: 'networkidle' })
      const samples: Sample[] = []
      // The first one includes loading the code.
      for (let row = 0; row < 3; row++) {
        const credit = page.getByRole('button', { name: /^Crédito: / }).nth(row)
        await credit.hover()
        const dialog = "document.querySelector('[role=dialog]') !== null"
        samples.push(await feedback(() => credit.click(), dialog))
        await page.waitForLoadState('networkidle')
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
      }
      return samples.slice(1)
    },
  },
  {
    name: 'click to open menu, 4× slower',
    goal: 100,
    slowdown: 4,
    run: async ({ page, url, feedback }) => {
      await page.goto(`${url}/admin`, { waitUntil: 'networkidle' })
      const button = page.getByRole('button', { name: MENU, exact: true })
      await button.hover()
      return [
        await feedback(
          () => button.click(),
          "document.querySelector('[role=menu]:not([hidden]) [role=menuitem]') !== null",
        ),
      ]
    },
  },
  {
    name: 'click on an entry to its mark and heading, 4× slower',
    goal: 100,
    slowdown: 4,
    run: async ({ page, url, feedback }) => {
      await page.goto(`${url}/admin`, { waitUntil: 'networkidle' })
      const samples: Sample[] = []
      for (const [path, heading] of Object.entries(LISTS)) {
        await openMenu(page)
        await entryOf(page, path).hover()
        samples.push(await feedback(() => entryOf(page, path).click(), openingAt(heading)))
        // A table means that the placeholder was replaced.
        await page.locator('tbody tr').first().waitFor()
        await page.waitForLoadState('networkidle')
      }
      return samples
    },
  },
  {
    name: 'click on a header of 100 rows to its arrow, 4× slower',
    goal: 100,
    slowdown: 4,
    run: async (visit) => {
      await openHundred(visit)
      const header = visit.page.getByRole('columnheader', { name: 'Título', exact: true }).getByRole('button')
      await header.hover()
      const isSorted = "document.querySelector('th[aria-sort=ascending]') !== null"
      return [await visit.feedback(() => header.click(), isSorted)]
    },
  },
  {
    name: 'key to letter in the search, 4× slower',
    goal: 100,
    slowdown: 4,
    run: async (visit) => {
      await openHundred(visit)
      await visit.page.locator('input[name=q]').focus()
      const isTyped = "document.querySelector('input[name=q]')?.value === 'a'"
      return [await visit.feedback(() => visit.page.keyboard.press('a'), isTyped)]
    },
  },
]

const isMark = (event: Record<string, unknown>, name: string): event is { ts: number; tts: number } =>
  event.name === name && typeof event.ts === 'number' && typeof event.tts === 'number'

/** From the input until the condition is painted: wall-clock time, and CPU time of the page's main thread. */
async function feedbackOf(
  page: Page,
  session: CDPSession,
  action: () => Promise<unknown>,
  done: string,
): Promise<Sample> {
  const events: Record<string, unknown>[] = []
  const keep = ({ value }: { value: object[] }) => events.push(...value.map((event) => ({ ...event })))
  session.on('Tracing.dataCollected', keep)
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['blink.user_timing'] },
  })
  const painted = page.evaluate(
    (condition) => (window as unknown as WatchedWindow).bench.until(condition),
    done,
  )
  await action()
  await painted
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await complete
  session.off('Tracing.dataCollected', keep)
  const input = events.find((event) => isMark(event, 'bench:input'))
  const shown = events.find((event) => isMark(event, 'bench:painted'))
  if (input === undefined || shown === undefined) throw new Error('The trace lacks the marks of an input')
  return { elapsed: (shown.ts - input.ts) / 1000, processor: (shown.tts - input.tts) / 1000 }
}

async function withVisit(
  browser: Browser,
  url: string,
  token: string,
  { slowdown = 1, isDistant = false }: Case,
  use: (visit: Visit) => Promise<Sample[]>,
): Promise<Sample[]> {
  const context: BrowserContext = await browser.newContext({
    locale: 'es-DO',
    timezoneId: 'America/Santo_Domingo',
    viewport: { width: 1280, height: 800 },
  })
  try {
    await context.addCookies([{ name: 'token', value: token, url, sameSite: 'Strict' }])
    await context.addInitScript(WATCHER)
    // For busy machines.
    context.setDefaultTimeout(180_000)
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    if (slowdown > 1) await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    if (isDistant) {
      await session.send('Network.enable')
      await session.send('Network.emulateNetworkConditions', DISTANT)
    }
    const sample = async (action: () => Promise<unknown>, done: string): Promise<Sample> => {
      // The initial blank page has no watcher.
      await page.evaluate(() => (window as unknown as Partial<WatchedWindow>).bench?.start())
      const before = await processorTime(session)
      await action()
      const elapsed = await page.evaluate(
        (condition) => (window as unknown as WatchedWindow).bench.until(condition),
        done,
      )
      return { elapsed, processor: (await processorTime(session)) - before }
    }
    const feedback: Visit['feedback'] = (action, done) => feedbackOf(page, session, action, done)
    return await use({ page, url, sample, feedback })
  } finally {
    await context.close()
  }
}

const cell = (value: number): string => (Number.isNaN(value) ? '–' : value.toFixed(0))

/** On a busy machine, wall-clock time above the goal means little if the CPU time is far below it. */
const verdictOn = ({ goal, isDistant }: Case, elapsed: number, processor: number): string => {
  if (!(elapsed > goal)) return ''
  return isDistant || processor > goal ? ' missed' : ' late on the clock alone'
}

/**
 * Times of the admin in Chromium on the demo's data, compared with their goals. Arguments: number of rounds, and
 * `--strict` to exit with 1 if a goal is missed.
 */
export default async function browserBench(args: readonly string[]): Promise<number> {
  const rounds = Number(args.find((arg) => /^\d+$/.test(arg)) ?? ROUNDS)
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error('No Chromium: name one in PLAYWRIGHT_CHROMIUM.')
  const folder = mkdtempSync(join(tmpdir(), 'cartelera-bench-'))
  await prepareDemo()
  cpSync(process.env[templateVariable] ?? '', folder, { recursive: true })
  const server = await startServer(folder)
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
  const missed: string[] = []
  try {
    const token = await signIn(server.url, 'sa', PASSWORD)
    console.log(
      `Chromium ${browser.version()}, ${rounds} rounds; load of the machine: ${loadavg().map(cell).join(', ')}`,
    )
    console.log('\n| ms | p50 | p95 | main thread, p50 | goal |\n| --- | --- | --- | --- | --- |')
    for (const each of CASES) {
      const samples: Sample[] = []
      // One extra round: the first one has cold server caches.
      for (let round = -1; round < rounds; round++) {
        const found = await withVisit(browser, server.url, token, each, each.run)
        if (round >= 0) samples.push(...found)
      }
      const { p50, p95 } = timingsOf(samples.map(({ elapsed }) => elapsed))
      const processor = timingsOf(samples.map((sample) => sample.processor)).p50
      const verdict = verdictOn(each, p50, processor)
      if (verdict !== '') missed.push(each.name)
      console.log(
        `| ${each.name} | ${cell(p50)} | ${cell(p95)} | ${cell(processor)} | ${cell(each.goal)}${verdict} |`,
      )
    }
    console.log(`\nload of the machine afterwards: ${loadavg().map(cell).join(', ')}`)
  } finally {
    await browser.close()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return missed.length > 0 && args.includes('--strict') ? 1 : 0
}
