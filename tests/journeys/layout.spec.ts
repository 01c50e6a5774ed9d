import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/browser.ts'
import { apiOf, type Stored } from './support/api.ts'
import { PHONE } from './support/inspected.ts'
import { field, takeTool } from './support/screen.ts'
import { viewerOf } from './support/viewer.ts'

interface Edges {
  left: number
  right: number
  top: number
  bottom: number
}

/** The edges of a locator's visible elements, in pixels. */
const edgesOf = (elements: Locator): Promise<Edges[]> =>
  elements.evaluateAll((all) =>
    all
      .map((element) => element.getBoundingClientRect())
      .filter(({ width, height }) => width > 1 && height > 1)
      .map(({ left, right, top, bottom }) => ({ left, right, top, bottom })),
  )

/** Number of elements per row, from the top. */
const rowsOf = (edges: readonly Edges[]): number[] => {
  const rows: { bottom: number; count: number }[] = []
  for (const { top, bottom } of [...edges].sort((one, other) => one.top - other.top)) {
    const last = rows.at(-1)
    if (last === undefined || top >= last.bottom) rows.push({ bottom, count: 1 })
    else last.count += 1
  }
  return rows.map(({ count }) => count)
}

const at = (page: Page, width: number): Promise<void> => page.setViewportSize({ width, height: 900 })

const menu = (page: Page): Locator => page.getByRole('button', { name: 'Más', exact: true })

test('the header of a list is one row; rare actions are in its menu, others have labels from 1440 px', async ({
  page,
  signedIn,
}) => {
  await signedIn('sa')
  for (const path of ['/channels', '/issues', '/credits', '/admin']) {
    await page.goto(path)
    await at(page, 900)
    await expect(menu(page)).toBeVisible()
    for (const width of [900, 1280, 1440]) {
      await at(page, width)
      await expect(page.getByRole('button', { name: 'Columnas' })).toHaveCount(width < 1440 ? 0 : 1)
      expect(rowsOf(await edgesOf(page.locator('div:has(> h1) > *'))), `${path} at ${width} px`).toHaveLength(
        1,
      )
    }
    await expect(page.getByRole('button', { name: 'Exportar', exact: true })).toHaveText('Exportar')
  }
  const removal = page.getByRole('button', { name: 'Remover Demo' })
  await expect(removal).toBeVisible()
  await menu(page).press('Enter')
  await expect(page.getByRole('menuitem')).toHaveText(['Compensar días'])
  await page.keyboard.press('Escape')
  await at(page, 1200)
  await expect(removal).toBeVisible()
  await at(page, 1199)
  await expect(removal).toHaveCount(0)
  await menu(page).press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('menuitem', { name: 'Remover Demo' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu(page)).toBeFocused()
  await takeTool(page, 'Columnas')
  await expect(page.getByRole('checkbox', { name: 'Meses', exact: true })).toHaveCount(1)
  await page.keyboard.press('Escape')

  const headers = page.getByRole('columnheader')
  const sale = page
    .getByRole('cell')
    .getByRole('button', { name: /^Crédito/ })
    .first()
  const column = await sale.evaluate((button) => button.closest('td')?.cellIndex ?? -1)
  await expect(headers.nth(column)).toHaveText('Meses')
})

test('lists with checkboxes cut off no column, and on a phone have their menu next to the heading', async ({
  page,
  signedIn,
}) => {
  // One report with the longest texts: type, assignee, answered, and two digits of comments.
  const helper = apiOf(page, await signedIn('soporte'))
  const api = apiOf(page, await signedIn('sa'))
  const viewer = await viewerOf(page, api, 'vidente.ancho')
  const [documentary] = await api.get<Stored[]>('/api/documentaries?limit=1')
  const widest = await viewer.post('/api/issues', {
    mediaId: documentary?._id,
    mediaType: 'Documentary',
    issueType: 'SUBTITLE',
  })
  const comment = { text: 'Lo estamos revisando.', repair: false }
  await helper.post(`/api/issues/${widest._id}/comments`, { ...comment, isAnswer: true })
  for (let count = 1; count < 10; count++)
    await helper.post(`/api/issues/${widest._id}/comments`, { ...comment, isAnswer: false })
  await helper.post('/api/issues/assignments', { ids: [widest._id], isAssigned: true })
  const table = page.locator('div:has(> table [data-record])')
  for (const path of ['/issues', '/issues?view=groups', '/credits', '/balance']) {
    await at(page, 1280)
    await page.goto(path)
    await expect(table).toBeVisible()
    const hidden = await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    expect(hidden, path).toBe(0)
  }
  await page.setViewportSize(PHONE)
  for (const path of ['/channels', '/movie', '/issues', '/credits']) {
    await page.goto(path)
    await expect(table).toBeVisible()
    const parts = page.locator('div:has(> h1) > :is(h1, [data-testid=total], :has(> [role=menu]))')
    expect(rowsOf(await edgesOf(parts)), path).toEqual([3])
  }
})

test('search, button and filters are on one line, and no single filter wraps to a second one', async ({
  page,
  signedIn,
}) => {
  await signedIn('sa')
  for (const path of ['/admin', '/issues', '/audit', '/movie']) {
    await page.goto(path)
    await expect(page.getByRole('searchbox', { name: 'Texto a buscar' })).toBeVisible()
    for (const width of [900, 1024, 1280]) {
      await at(page, width)
      const where = `${path} at ${width} px`
      await expect(page.getByRole('search').locator('label')).toBeVisible()
      const filters = page.locator('[role=search] + div > *')
      await expect(filters.first()).toBeVisible()
      const [box, button] = await edgesOf(page.locator('[role=search] :is(.MuiInputBase-root, button)'))
      expect([button?.top, button?.bottom], where).toEqual([box?.top, box?.bottom])
      const edges = await edgesOf(filters)
      const rows = rowsOf(edges)
      expect(rows.length === 1 || (rows.at(-1) ?? 0) > 1, `${where}: rows of ${rows}`).toBe(true)
      if (rows.length === 1 && (edges[0]?.top ?? 0) < (box?.bottom ?? 0))
        expect(new Set(edges.map(({ bottom }) => bottom)), where).toEqual(new Set([box?.bottom]))
    }
  }
  // Visually hidden content must not widen the page.
  await at(page, 768)
  await page.goto('/admin')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0)
  const navbar = page.locator('header > div > *')
  for (const width of [900, 1024, 1280]) {
    await at(page, width)
    await expect(page.getByRole('navigation', { name: 'Menú principal' })).toBeVisible()
    const inside = await navbar.evaluateAll((all) =>
      all.every(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth),
    )
    expect(inside, `the navbar at ${width} px`).toBe(true)
  }
})

test('checkboxes for several permissions are above those for single ones, and a phone shows the whole heading', async ({
  page,
  signedIn,
}) => {
  const api = apiOf(page, await signedIn('sa'))
  const { _id } = await api.find('/api/profiles', 'name', 'Administrador')
  await page.goto(`/permission/${_id}`)
  await expect(page.getByRole('checkbox', { name: 'Todo en Contenidos' })).toBeVisible()
  for (const width of [700, 1280]) {
    await at(page, width)
    for (const name of ['Registrar', 'Modificar', 'Eliminar']) {
      const boxes = await edgesOf(page.getByRole('checkbox', { name: new RegExp(`^${name}: `) }))
      const lefts = boxes.map(({ left }) => Math.round(left))
      expect(new Set(lefts).size, `${name} at ${width} px: ${lefts}`).toBe(1)
    }
  }
  await page.setViewportSize(PHONE)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Administrador · Permisos del perfil')
  const cut = await heading
    .locator('span')
    .evaluateAll(
      (parts) => parts.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1).length,
    )
  expect(cut, 'parts that are cut').toBe(0)
})

test('the bar of a short form has a full border, and adjacent text areas have the same height', async ({
  page,
  signedIn,
}) => {
  const api = apiOf(page, await signedIn('sa'))
  await page.goto('/setting')
  const bar = page.locator('[data-form-bar]')
  for (const width of [768, 1280]) {
    await at(page, width)
    await expect(bar).toHaveCSS('border-bottom-left-radius', '12px')
    await expect(bar).toHaveCSS('border-bottom-right-radius', '12px')
  }
  const { _id } = await api.find('/api/movies', 'title', "Thank God It's Friday")
  await page.goto(`/movie/${_id}`)
  const boxes = page.locator('.MuiInputBase-root:has(> textarea[name^=synopsis])')
  await expect(boxes).toHaveCount(2)
  const [one, other] = await edgesOf(boxes)
  expect([one?.top, one?.bottom]).toEqual([other?.top, other?.bottom])
})

test('a form opened from a list has one row of header, and its pictures above its bar', async ({
  page,
  signedIn,
}) => {
  await signedIn('sa')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/serie')
  await page.getByRole('row').nth(2).getByRole('link').first().click()
  await expect(page.getByRole('button', { name: 'Registro siguiente' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Episodios' })).toBeVisible()
  expect(rowsOf(await edgesOf(page.locator('div:has(> h1) > *')))).toHaveLength(1)
  const [bar] = await edgesOf(page.locator('[data-form-bar]'))
  const [background] = await edgesOf(page.locator('[name="fullImage"]'))
  expect(background?.bottom).toBeLessThan(bar?.top ?? 0)
})

test('a focused field is between the navbar and the bar of its form, whichever way it was reached', async ({
  page,
  signedIn,
}) => {
  await signedIn('sa')
  await page.setViewportSize({ width: 390, height: 664 })
  await page.goto('/moviecrate')
  await expect(field(page, 'Título')).toBeFocused()
  for (const key of ['Tab', 'Shift+Tab'])
    for (let step = 0; step < 30; step++) {
      await page.keyboard.press(key)
      const [focused] = await edgesOf(page.locator('form :is(input, textarea):focus'))
      if (focused === undefined) continue
      const [bar] = await edgesOf(page.locator('[data-form-bar]'))
      const [navbar] = await edgesOf(page.locator('header'))
      expect(focused.top).toBeGreaterThanOrEqual(navbar?.bottom ?? 0)
      expect(focused.bottom).toBeLessThanOrEqual(bar?.top ?? 0)
    }
})

test('on a phone the chosen tab is in view, with an arrow to the others; a range of dates is written in full', async ({
  page,
  signedIn,
}) => {
  await signedIn('sa')
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/setting?tab=control')
  const tab = page.getByRole('tab', { selected: true })
  await expect(tab).toHaveText('Control')
  await expect(page.locator('.MuiTabScrollButton-root:not(.Mui-disabled)')).not.toHaveCount(0)
  await expect(tab).toBeInViewport({ ratio: 0.9 })

  const filter = JSON.stringify({ dateBeging: '2026-03-04', dateFinish: '2026-05-31' })
  await page.goto(`/admin?filter=${encodeURIComponent(filter)}`)
  await page.getByRole('button', { name: 'Filtros (1)' }).click()
  const days = page.getByRole('dialog').getByText('04/03/2026 – 31/05/2026')
  await expect(days).toBeVisible()
  const isCut = await days.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
  expect(isCut).toBe(false)
})
