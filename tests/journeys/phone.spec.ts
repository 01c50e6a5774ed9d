import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/browser.ts'
import { apiOf } from './support/api.ts'
import { test as inspected, PHONE, type Screen } from './support/inspected.ts'
import { choose, field } from './support/screen.ts'
import { createUser } from './support/user.ts'

const cards = (page: Page): Locator => page.locator('tbody').getByRole('row')

/** Top of an element, in pixels from the top of the screen. */
const topOf = async (element: Locator): Promise<number> => (await element.boundingBox())?.y ?? Number.NaN

const heightOf = async (element: Locator): Promise<number> => (await element.boundingBox())?.height ?? 0

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true })

  test('an agent sees customers without scrolling, filters them in a sheet and sells from a card', async ({
    page,
    signedIn,
    axe,
  }) => {
    await signedIn('agente')
    await page.goto('/admin')
    const first = cards(page).first()
    await expect(first.getByRole('link')).toBeVisible()
    expect(await topOf(first)).toBeLessThan(300)
    expect(await heightOf(first)).toBeLessThan(80)
    const total = Number(await page.getByTestId('total').textContent())

    await page.getByRole('button', { name: 'Filtros', exact: true }).tap()
    const sheet = page.getByRole('dialog', { name: 'Filtros' })
    const counting = page.waitForResponse(/\/api\/users\/size\?.*profile/)
    await choose(sheet, 'Perfil', 'app · Cliente')
    await expect(page).toHaveURL(/profile/)
    const { count: found } = await (await counting).json()
    expect(found).toBeLessThan(total)
    const show = sheet.getByRole('button', { name: new RegExp(`^Ver ${found} resultados?$`) })
    await expect(show).toBeVisible()
    await axe()
    await show.tap()
    await expect(sheet).toBeHidden()
    await expect(page.getByTestId('total')).toHaveText(String(found))
    await expect(page.getByRole('button', { name: /^Filtros \(\d\)$/ })).toBeFocused()

    for (const control of await first.locator('button, a').all())
      expect(await heightOf(control)).toBeGreaterThanOrEqual(44)
    await first.getByRole('button', { name: /^Crédito: / }).tap()
    await expect(page.getByRole('dialog', { name: 'Crédito', exact: true })).toBeVisible()
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: /^Filtros \(\d\)$/ }).tap()
    await sheet.getByRole('button', { name: 'Limpiar' }).tap()
    await expect(page.getByTestId('total')).toHaveText(String(total))
    await sheet.getByRole('button', { name: `Ver ${total} resultados` }).tap()
    await page.evaluate(() => window.scrollTo(0, 600))
    expect(await topOf(page.getByRole('searchbox'))).toBeLessThan(70)

    await page
      .getByRole('checkbox', { name: /^Elegir / })
      .first()
      .tap()
    const bulk = page.getByRole('group', { name: 'Con los elegidos' })
    await expect(bulk).toContainText('1 elegido')
    expect(await topOf(bulk)).toBeGreaterThan(PHONE.height / 2)
  })
})

test.describe('the layout on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true })

  test('a card’s menu has the actions of a table row', async ({ page, signedIn, axe }) => {
    const name = 'phone-menu'
    const api = apiOf(page, await signedIn('admin'))
    await createUser(api, name, 'app', { fullName: 'Marta del Menú' })
    await page.goto(`/admin?filter=${encodeURIComponent(JSON.stringify({ q: name }))}`)
    const card = cards(page).filter({ hasText: name })
    await expect(card).toContainText('0 meses')
    const more = card.getByRole('button', { name: `Más acciones: ${name}` })
    const entries = card.getByRole('menuitem')
    await more.tap()
    await expect(entries).toHaveText(['Editar', 'Desactivar', 'Crédito', 'Historial'])
    for (const entry of await entries.all()) expect(await heightOf(entry)).toBeGreaterThanOrEqual(44)
    await axe()
    await entries.nth(1).tap()
    const question = page.getByRole('dialog', {
      name: '¿Seguro que desea desactivar el usuario Marta del Menú?',
    })
    await expect(question).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(more).toBeFocused()
    await more.tap()
    await entries.nth(1).tap()
    await question.getByRole('button', { name: 'Desactivar' }).tap()
    await more.tap()
    await expect(entries.nth(1)).toHaveText('Activar')
    await entries.nth(3).tap()
    await expect(page).toHaveURL(/\/histories\/.*Marta/)

    await page.goto('/serie?sort=imdbId&order=DESC')
    await cards(page)
      .first()
      .getByRole('button', { name: /^Más acciones: / })
      .tap()
    await expect(
      page.getByRole('menuitem', { name: /^IMDb: .* \(se abre en otra pestaña\)$/ }),
    ).toHaveAttribute('href', /^https:\/\/www\.imdb\.com\/title\/tt\d+\/$/)
  })

  test('the form bar is one row with the frequent actions; a menu has the others', async ({
    page,
    signedIn,
    axe,
  }) => {
    await signedIn('admin')
    await page.goto('/moviecrate')
    await field(page, 'Título').fill('Una película')
    const bar = page.locator('[data-form-bar]')
    const more = bar.getByRole('button', { name: 'Más acciones' })
    await expect(bar.getByText('1 cambio sin guardar')).toBeVisible()
    expect(await heightOf(bar)).toBeLessThan(70)
    await expect(bar.getByRole('button', { name: 'Registrar' })).toBeVisible()
    await expect(bar.getByRole('button', { name: 'Cancelar' })).toBeHidden()
    await more.tap()
    await axe()
    await expect(bar.getByRole('button', { name: 'Eliminar' })).toBeDisabled()
    await page.keyboard.press('Escape')
    await expect(bar.getByRole('button', { name: 'Cancelar' })).toBeHidden()
    await expect(more).toBeFocused()
    await more.tap()
    await bar.getByRole('button', { name: 'Cancelar' }).tap()
    await page.getByRole('dialog').getByRole('button', { name: 'Salir sin guardar' }).tap()
    await expect(page).toHaveURL(/\/movie$/)
  })

  test('no screen overflows at 320 px', async ({ page, signedIn }) => {
    await signedIn('admin')
    await page.setViewportSize({ width: 320, height: 640 })
    for (const path of ['/main', '/issues', '/setting']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('button', { name: /^Menú del usuario/ })).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(320)
    }
  })
})

test.describe('at a zoom of 400 %', () => {
  // Equivalent of 1280 × 900 pixels at a zoom of 400 %.
  test.use({ viewport: { width: 320, height: 225 } })

  test('no bar covers a form or a list', async ({ page, signedIn }) => {
    await signedIn('admin')
    for (const path of ['/moviecrate', '/movie']) {
      await page.goto(path)
      await expect(field(page, 'Título').or(cards(page).first())).toBeVisible()
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight / 2))
      const stuck = await page.evaluate(() =>
        [...document.querySelectorAll('body *')]
          .filter((one) => ['sticky', 'fixed'].includes(getComputedStyle(one).position))
          .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height > 0)
          .filter((one) => {
            const { top, bottom } = one.getBoundingClientRect()
            return bottom > 0 && top < window.innerHeight
          })
          .map((one) => one.className),
      )
      expect(stuck, path).toEqual([])
    }
  })
})

const CUSTOMERS = { path: '/admin', heading: 'CONSULTA DE USUARIOS' }

const STATES: Screen[] = [
  {
    what: 'the menu of a list',
    ...CUSTOMERS,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Más', exact: true }).click()
      await expect(page.getByRole('menuitem', { name: 'Exportar' })).toBeVisible()
    },
  },
  {
    what: 'the filters of a list',
    ...CUSTOMERS,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Filtros', exact: true }).click()
      await expect(page.getByRole('dialog', { name: 'Filtros' })).toBeVisible()
    },
  },
  {
    what: 'selected cards',
    ...CUSTOMERS,
    prepare: async (page) => {
      await page
        .getByRole('checkbox', { name: /^Elegir / })
        .first()
        .click()
      await expect(page.getByRole('group', { name: 'Con los elegidos' })).toContainText('1 elegido')
    },
  },
]

inspected.describe('on a phone', () => {
  inspected.use({ viewport: PHONE, hasTouch: true })
  inspected('passes the screen checks: a list', { tag: '@all' }, ({ inspect }) => inspect(STATES, 'agente'))
})
