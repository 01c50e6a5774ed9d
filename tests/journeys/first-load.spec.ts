import { existsSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page, Route } from '@playwright/test'
import { MENU_LABELS, ROUTES } from '../../src/domain/access/routes.ts'
import { expect, test } from '../support/browser.ts'
import { signInByForm, stopClock, untilIdle } from './support/screen.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const most: Record<'login' | 'list', { bytes: number; files: number }> = JSON.parse(
  readFileSync(`${root}scripts/first-load.json`, 'utf8'),
)

interface Chunk {
  file: string
  imports?: string[]
}

/** Paths of the scripts of some of the admin's modules, with everything that they import. */
function scriptsOf(...modules: string[]): string[] {
  const chunks: Readonly<Record<string, Chunk>> = JSON.parse(
    readFileSync(`${root}dist/admin/.vite/manifest.json`, 'utf8'),
  )
  const found = new Set<string>()
  const add = (key: string): void => {
    const chunk = chunks[key]
    if (chunk === undefined) throw new Error(`The build has no ${key}`)
    if (found.has(`/${chunk.file}`)) return
    found.add(`/${chunk.file}`)
    chunk.imports?.forEach(add)
  }
  modules.forEach(add)
  return [...found].filter((path) => path.endsWith('.js'))
}

const APP = 'src/admin/App.tsx'
const HOME = 'src/admin/app/home/HomePanels.tsx'
const USERS = 'src/admin/features/users/UserList.tsx'

/**
 * The scripts of the search and of jobs load some seconds after the first screen, those of charts after the figures;
 * only a demo has a tag.
 */
const LATER = [
  'src/admin/app/layout/DemoTag.tsx',
  'src/admin/app/search/SearchPalette.tsx',
  'src/admin/app/layout/OwnJobs.tsx',
  'src/admin/kit/charts/BarChart.tsx',
]

/** Whether a path is a script that a screen needs if it is the first: not one that only `LATER` needs. */
const isFirst = (path: string, screen = USERS): boolean =>
  path.endsWith('.js') && (!scriptsOf(...LATER).includes(path) || scriptsOf(APP, screen).includes(path))

/** Sums the compressed size of every script that the page loads from now on. */
function weighScripts(page: Page): () => number {
  const paths = new Set<string>()
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') paths.add(new URL(response.url()).pathname)
  })
  return () => {
    const files = [...paths]
      .filter((path) => isFirst(path))
      .map((path) => `${root}dist/admin${path}`)
      .filter((file) => existsSync(`${file}.br`))
    return files.reduce((sum, file) => sum + statSync(`${file}.br`).size, 0)
  }
}

// `npm run verify` computes the same from the build, without a browser.
test('the scripts of the first list stay within budget', { tag: '@all' }, async ({ page, signedIn }) => {
  await signedIn('sa')
  const weight = weighScripts(page)
  await page.goto('/admin')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  expect(weight()).toBeGreaterThan(most.login.bytes / 2)
  expect(weight()).toBeLessThanOrEqual(most.list.bytes)
})

/** Serves requests in round trips, like a distant server: those sent together are answered together. */
async function answerInStages(page: Page): Promise<string[][]> {
  const stages: string[][] = []
  let held: Route[] = []
  const next = async (): Promise<void> => {
    // Nothing else can be requested before the document has arrived.
    for (let seen = stages.length === 0 ? held.length : 0; seen !== held.length; ) {
      seen = held.length
      for (let round = 0; round < 5; round++) await untilIdle(page, 2_000)
    }
    const stage = held
    held = []
    stages.push(stage.map((route) => new URL(route.request().url()).pathname))
    const answers = await Promise.all(stage.map(async (route) => ({ route, response: await route.fetch() })))
    await Promise.all(
      answers.map(async ({ route, response }) => {
        await route.fulfill({ response })
        await route.request().response()
      }),
    )
  }
  await page.route('**/*', (route) => {
    // Nothing waits for pictures.
    if (route.request().resourceType() === 'image') return route.continue()
    held.push(route)
    if (held.length === 1) next().catch((error: unknown) => stages.push([String(error)]))
  })
  return stages
}

test('a list with an empty cache shows its rows after the page and three more round trips', async ({
  page,
  signedIn,
}) => {
  await signedIn('sa')
  const stages = await answerInStages(page)
  await page.goto('/admin')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  const [, code = [], all = [], rows = []] = stages
  expect(stages[0]).toEqual(['/admin'])
  expect(code.filter((path) => path.endsWith('.js')).length).toBeGreaterThan(0)
  expect(all).toEqual(expect.arrayContaining(['/api/users/me', '/api/settings']))
  expect(rows).toEqual(expect.arrayContaining(['/api/users/short', '/api/users/size']))
  expect(rows.filter((path) => isFirst(path))).toEqual([])
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

/** The user's jobs: requested once, some time after the first screen. */
const OWN_JOBS = '/api/batches'

/** Requests of the page since the last `take`: API paths except that of the user's jobs, and scripts of a screen. */
function watchRequests(page: Page, screen = USERS) {
  let paths: string[] = []
  page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  const seen = () => ({
    api: paths.filter((path) => path.startsWith('/api/') && path !== OWN_JOBS).sort(),
    scripts: paths.filter((path) => isFirst(path, screen)),
  })
  const take = () => {
    const taken = seen()
    paths = []
    return taken
  }
  return { seen, take }
}

const USERS_ASK = [
  '/api/lookups/platforms',
  '/api/profiles',
  '/api/settings',
  '/api/users/expiring',
  '/api/users/me',
  '/api/users/short',
  '/api/users/size',
]

test('constant data are requested once, and not again on every screen', async ({ page, signedIn }) => {
  await signedIn('sa')
  await stopClock(page)
  const { seen, take } = watchRequests(page)
  const answered = new Set<string>()
  page.on('requestfinished', (request) => answered.add(new URL(request.url()).pathname))
  let jobs = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === OWN_JOBS) jobs += 1
  })
  const row = page.getByRole('row').nth(1)
  await page.goto('/admin')
  await expect(row).toBeVisible()
  await expect.poll(() => seen().api).toEqual(USERS_ASK)
  expect(take().scripts.length).toBeLessThanOrEqual(most.list.files)
  // Leaving cancels the others.
  await expect.poll(() => USERS_ASK.filter((path) => !answered.has(path))).toEqual([])

  await page.getByRole('button', { name: 'Contenidos' }).click()
  await page.getByRole('menuitem', { name: 'Categorías' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /categor/i })).toBeVisible()
  await expect(row).toBeVisible()
  expect(take().api).toEqual(['/api/categories', '/api/categories/size'])

  await page.goBack()
  await expect(page).toHaveURL(/admin/)
  await expect(row).toBeVisible()
  await untilIdle(page)
  expect(take()).toEqual({ api: [], scripts: [] })
  expect(jobs).toBeLessThanOrEqual(1)
})

test('the code of the admin is prefetched while the sign-in page is open', async ({ page }) => {
  const { seen, take } = watchRequests(page, HOME)
  await page.goto('/login')
  const code = scriptsOf(APP, HOME)
  await expect.poll(() => code.filter((path) => !seen().scripts.includes(path))).toEqual([])
  // The page requests the code of a demo's accounts after its settings, which may be answered last.
  await expect(page.getByRole('heading', { name: /^Demostración/ })).toBeVisible()
  take()
  await signInByForm(page, 'admin')
  await expect(page.getByRole('navigation', { name: 'Menú principal' })).toBeVisible()
  await expect(page.getByRole('region').first()).toBeVisible()
  await untilIdle(page)
  expect(take().scripts).toEqual([])
})

test('pressing a link requests code and rows of its list; opened, it is marked and has its heading before they arrive', async ({
  page,
  signedIn,
}) => {
  await signedIn('sa')
  await stopClock(page)
  const { seen, take } = watchRequests(page)
  await page.goto('/admin')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect.poll(() => seen().api).toEqual(USERS_ASK)
  await page.getByRole('button', { name: 'Contenidos' }).click()
  const entry = page.getByRole('menuitem', { name: 'Radios' })
  take()
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\.js$|\/api\/radios/, (route) => held.then(() => route.continue()))
  const script = page.waitForRequest(/\.js$/)
  const rows = page.waitForRequest(/\/api\/radios\/short/)
  await entry.hover()
  await page.mouse.down()
  await Promise.all([script, rows])
  await expect(page).toHaveURL(/admin/)
  await page.mouse.up()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Radios')
  await expect(page.getByRole('status', { name: 'Cargando' })).toBeVisible()
  await expect(page.getByRole('menu')).toBeHidden()
  await page.getByRole('button', { name: 'Contenidos' }).click()
  await expect(entry).toHaveAttribute('aria-current', 'page')
  release()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect(heading).toHaveText('Radios')
  expect(take().api).toEqual(['/api/radios/short', '/api/radios/size'])
})

/** Returns the distinct headings of the page since the last call, including the one before. */
async function watchHeadings(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const seen = new Set<string>()
    const look = () => seen.add(document.querySelector('h1')?.textContent ?? 'none')
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
    const take = () => {
      const found = [...seen]
      seen.clear()
      look()
      return found
    }
    Object.assign(window, { takeHeadings: take })
  })
  return () => page.evaluate(() => (window as unknown as { takeHeadings: () => string[] }).takeHeadings())
}

// The settings are a list of one record, which its form requests.
const LISTS = ROUTES.filter(
  ({ inMenu, view, resource }) => inMenu && view === 'list' && resource !== 'settings',
)

test('the rows of every list in the menus are requested once, when its entry is pressed', {
  tag: '@all',
}, async ({ page, signedIn }) => {
  await signedIn('sa')
  await stopClock(page)
  await page.goto('/main')
  await expect(page.getByRole('navigation', { name: 'Menú principal' })).toBeVisible()
  const { take } = watchRequests(page)
  const headings = await watchHeadings(page)
  for (const { path, group } of LISTS) {
    if (group === undefined) throw new Error(`${path} is in no menu`)
    await page.getByRole('button', { name: MENU_LABELS[group], exact: true }).click()
    await page.locator(`[role=menuitem][href="${path}"]`).hover()
    take()
    await headings()
    const rows = page.waitForRequest(/\/api\/.*\/size/)
    await page.mouse.down()
    await rows
    await expect(page).not.toHaveURL(path)
    await page.mouse.up()
    await expect(page).toHaveURL(path)
    await expect(page.getByTestId('total')).not.toHaveText('…')
    await untilIdle(page)
    const { api } = take()
    expect(new Set(api).size, `${path}: ${api}`).toBe(api.length)
    // The heading of the previous list, and that of this one, which does not change while it loads.
    const seen = await headings()
    expect(seen.length, `${path}: ${seen}`).toBeLessThanOrEqual(2)
  }
})

test('the sign-in page is rendered before the admin loads', async ({ page }) => {
  const stages = await answerInStages(page)
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible()
  const [, code = []] = stages
  const files = code.filter((path) => path.endsWith('.js'))
  expect(files.length).toBeLessThanOrEqual(most.login.files)
  const bytes = files.map((path) =>
    existsSync(`${root}dist/admin${path}.br`) ? statSync(`${root}dist/admin${path}.br`).size : 0,
  )
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(most.login.bytes)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
