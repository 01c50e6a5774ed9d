import type { Page } from '@playwright/test'
import { ROUTES } from '../../src/domain/access/routes.ts'
import { entryOf } from '../../src/domain/registry.ts'
import { expect, test } from '../support/browser.ts'
import { apiOf } from './support/api.ts'
import { PHONE } from './support/inspected.ts'
import { createUser } from './support/user.ts'
import { newFilm, report, viewerOf } from './support/viewer.ts'

// Other journeys store pictures of hosts that don't exist.
test.use({ ownDemo: true })

/** Texts of the page that are truncated, or reach beyond its right edge. */
const cutTexts = (page: Page): Promise<string[]> =>
  page.locator('main').evaluate((main) =>
    [...main.querySelectorAll<HTMLElement>('*')]
      .filter((one) => one.checkVisibility() && !one.matches('input, textarea, .unseen'))
      .filter((one) => {
        const { right, width } = one.getBoundingClientRect()
        const isClipped =
          getComputedStyle(one).overflowX !== 'visible' && one.scrollWidth > one.clientWidth + 1
        return width > 2 && (isClipped || right > window.innerWidth + 0.5)
      })
      .map((one) => one.textContent ?? '')
      // Placeholders of what is still loaded.
      .filter((text) => text !== ''),
  )

/** Paths of all lists of records, without those of a parent. */
const LISTS = ROUTES.filter(
  ({ view, path, resource }) =>
    view === 'list' && resource && entryOf(resource).sort !== undefined && !path.includes(':'),
).map(({ path }) => path)

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true })

  test('no list cuts any text', async ({ page, signedIn }) => {
    test.slow()
    await signedIn('sa')
    expect(LISTS.length).toBeGreaterThan(15)
    for (const path of [...LISTS, '/issues?view=groups', '/balance']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(
        page
          .locator('tr[data-record]')
          .or(page.getByRole('status').filter({ hasText: 'Todavía' }))
          .first(),
      ).toBeVisible()
      expect(await cutTexts(page), path).toEqual([])
    }
  })

  test('the card of a user has the full name first, then the user name and the licence, and the button at the right', async ({
    page,
    signedIn,
    axe,
  }) => {
    const api = apiOf(page, await signedIn('admin'))
    const fullName = 'María de los Ángeles Encarnación Rodríguez'
    await createUser(api, 'de.una.tarjeta', 'app', { fullName })
    await page.goto(`/admin?filter=${encodeURIComponent(JSON.stringify({ q: 'de.una.tarjeta' }))}`)
    const card = page.locator('tr[data-record]')
    const title = card.getByRole('link', { name: fullName })
    await expect(title).toBeVisible()
    const line = card.getByText('de.una.tarjeta', { exact: true })
    const button = card.getByRole('button', { name: /^Crédito: / })
    const [first, second, right] = await Promise.all([title, line, button].map((one) => one.boundingBox()))
    expect((first?.y ?? 0) + (first?.height ?? 0)).toBeLessThanOrEqual((second?.y ?? 0) + 1)
    expect(right?.x ?? 0).toBeGreaterThan((first?.x ?? 0) + (first?.width ?? 0))
    await expect(card).toContainText(/de\.una\.tarjeta.*Sin licencia/)
    expect(await cutTexts(page)).toEqual([])
    await axe()
  })

  test('the card of a report shows its customer, its notes and that it was answered', async ({
    page,
    signedIn,
    axe,
  }) => {
    const api = apiOf(page, await signedIn('sa'))
    const film = await newFilm(api, 'En una tarjeta')
    const { _id } = await report(await viewerOf(page, api, 'vidente.de.tarjeta'), film, 'VIDEO')
    for (const [text, isAnswer] of [
      ['Lo miramos.', true],
      ['Falta el proveedor.', false],
    ])
      await api.post(`/api/issues/${_id}/comments`, { text, isAnswer })
    await page.goto(`/issues?filter=${encodeURIComponent(JSON.stringify({ q: 'en una tarjeta' }))}`)
    const card = page.locator('tr[data-record]')
    await expect(card.getByText('Respondido')).toBeVisible()
    await expect(card.getByRole('img', { name: 'Notas y respuestas: 2' })).toBeVisible()
    await expect(card.getByRole('link')).toHaveCount(2)
    expect(await cutTexts(page)).toEqual([])
    await axe()
  })
})
