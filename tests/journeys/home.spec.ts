import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/browser.ts'
import { TYPE } from '../support/credits.ts'
import { apiOf } from './support/api.ts'
import { creditDialog, expectProcessed, processing, processTransaction } from './support/credit.ts'
import { test as inspected, looksAt, PHONE, type Screen } from './support/inspected.ts'
import { signInByForm } from './support/screen.ts'
import { createUser } from './support/user.ts'

const section = (name: string) => ({ name, exact: true })
const total = (page: Page) => page.getByTestId('total')

test('each figure links to its list and equals its total', async ({ page, signedIn }) => {
  await signedIn('admin')
  await page.goto('/main')
  const panel = (name: string) => page.getByRole('region', section(name))
  const follow = async (link: Locator, pattern = /[\d,.]+/): Promise<string> => {
    const name = (await link.getAttribute('aria-label')) ?? (await link.textContent()) ?? ''
    await link.click()
    await expect(page).not.toHaveURL('/main')
    return pattern.exec(name)?.at(-1) ?? ''
  }
  const ended = await follow(panel('Vencen pronto').getByRole('link', { name: /^Vencidos/ }))
  await expect(total(page)).toHaveText(ended)
  await page.goto('/main')

  // The first non-empty bar, reached with the keyboard only.
  const bars = panel('Vencen pronto').getByRole('link', { name: / de \d{4}: Vencen/ })
  await expect(bars).toHaveCount(31)
  await bars.first().focus()
  await page.keyboard.press('End')
  await expect(bars.last()).toBeFocused()
  await page.keyboard.press('Home')
  const names = await bars.evaluateAll((links) => links.map((link) => link.getAttribute('aria-label') ?? ''))
  const first = names.findIndex((name) => !name.endsWith(' 0'))
  for (let index = 0; index < first; index++) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(total(page)).toHaveText(/\d+$/.exec(names[first] ?? '')?.[0] ?? '?')
  await page.goto('/main')

  const sales = await follow(panel('Ventas de la semana').getByRole('link', { name: /^Ventas/ }))
  await expect(page.getByTestId('total-sales')).toContainText(sales)
  await page.goto('/main')
  const reports = panel('Errores reportados').getByRole('list', section('Abiertos por tipo'))
  await expect(total(page)).toHaveCount(0)
  const open = await follow(reports.getByRole('link').first(), /(\d+)\s*$/)
  await expect(total(page)).toHaveText(open)
  await page.goto('/main')
  const low = await follow(panel('Balance bajo').getByRole('link', { name: /^Agentes/ }))
  await expect(total(page)).toHaveText(low)
  await expect(page.getByLabel('Balance', { exact: true })).toHaveText('Bajo')
})

test('a failed panel shows the error and can be retried, without affecting the others; support sees its own panels', async ({
  page,
  signedIn,
  tolerated,
}) => {
  tolerated.push(/500/)
  let isBroken = true
  await page.route('**/api/issues/open', (route) =>
    isBroken ? route.fulfill({ status: 500, json: { message: 'Falló.' } }) : route.continue(),
  )
  await signedIn('soporte')
  await page.goto('/main')
  const reports = page.getByRole('region', section('Errores reportados'))
  const again = reports.getByRole('button', section('Reintentar'))
  await expect(again).toBeVisible()
  await expect(
    page.getByRole('region', section('Visitas')).getByRole('link', { name: /^30 días/ }),
  ).toBeVisible()
  isBroken = false
  await again.click()
  await expect(reports.getByRole('listitem')).not.toHaveCount(0)
  await expect(page.getByRole('region')).toHaveCount(3)
})

test('support sees its open reports and those of nobody first', async ({ page, signedIn }) => {
  const api = apiOf(page, await signedIn('soporte'))
  await page.goto('/main')
  const panel = page.getByRole('region', { name: 'Reportes por atender' })
  await expect(page.getByRole('region').first()).toHaveAccessibleName('Reportes por atender')
  for (const [assignee, label] of [
    ['me', 'Míos'],
    ['none', 'Sin asignar'],
  ] as const) {
    const count = await api.count(`/api/issues/size?status=false&assignee=${assignee}`)
    await expect(panel.getByRole('list', section(label)).getByRole('listitem')).toHaveCount(
      Math.min(count, 6),
    )
    await panel.getByRole('link', section(`${label} · ${count}`)).click()
    await expect(total(page)).toHaveText(String(count))
    await expect(page.getByLabel('Asignado a', { exact: true })).toHaveText(label)
    await page.goto('/main')
  }
})

test('a user whose profile opens no screen sees whom to ask', async ({ page, signedIn, axe }) => {
  const api = apiOf(page, await signedIn('admin'))
  await api.post('/api/profiles', { name: 'sin pantallas', accessWeb: true })
  await createUser(api, 'sin.pantallas', 'sin pantallas')
  await page.context().clearCookies()
  await page.goto('/login')
  await signInByForm(page, 'sin.pantallas')
  await expect(page.getByText('Su perfil no abre ninguna pantalla.')).toBeVisible()
  await axe()
})

test('the bar of today is hatched, small sums have no bar, and panels fill their rows', async ({
  page,
  signedIn,
}) => {
  await signedIn('sa')
  await page.goto('/main')
  const bars = page.getByRole('region', section('Visitas')).getByRole('link', { name: /: Visitas \d+$/ })
  await expect(bars).toHaveCount(30)
  await expect(bars.last()).toHaveAccessibleName(/ de \d{4}, hasta ahora: Visitas \d+$/)
  await expect(page.locator('[data-under-way=true]')).toHaveCount(3)
  await expect(page.locator('.MuiSkeleton-root')).toHaveCount(0)
  await expect(page.getByTitle('Los 7 días hasta ayer, frente a los 7 anteriores').first()).toBeVisible()
  const few = page.getByRole('region', section('Errores reportados')).getByRole('list')
  for (const list of await few.all()) {
    const numbers = await list.locator('strong').allTextContents()
    const sum = numbers.reduce((all, text) => all + Number(text), 0)
    await expect(list.locator('[aria-hidden=true]')).toHaveCount(sum < 10 ? 0 : numbers.length)
  }
  const panels = page.getByRole('region')
  await expect(panels.nth(1)).toBeVisible()
  for (const width of [1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    const rows = await panels.evaluateAll((all) => {
      const rows = new Map<number, number>()
      for (const panel of all) {
        const { top, right } = panel.getBoundingClientRect()
        rows.set(Math.round(top), Math.round(right))
      }
      return [...rows.values()]
    })
    expect(new Set(rows).size, `right ends of rows at ${width} px: ${rows}`).toBe(1)
    const below = await page.getByRole('region', section('Balance bajo')).evaluate((panel) => {
      const last = [...panel.querySelectorAll('li')].at(-1)
      return panel.getBoundingClientRect().bottom - (last?.getBoundingClientRect().bottom ?? 0)
    })
    expect(below, `below the last row of 'Balance bajo' at ${width} px`).toBeLessThan(30)
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true })

  test('only the urgent panel is expanded at first, and opened ones stay open', async ({
    page,
    signedIn,
  }) => {
    await signedIn('sa')
    await page.goto('/main')
    const folds = page.getByRole('region').getByRole('button', { expanded: false })
    const panels = page.getByRole('region')
    await expect(panels.first()).toContainText('Vencen pronto')
    const others = (await panels.count()) - 1
    await expect(folds).toHaveCount(others)
    await expect(page.getByRole('region', section('Balance bajo'))).toContainText(/\d+ agentes?$/)
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(2 * PHONE.height)
    await page.getByRole('button', section('Visitas')).press('Enter')
    await expect(page.getByRole('link', { name: /: Visitas \d+$/ })).toHaveCount(30)
    await page.reload()
    await expect(page.getByRole('link', { name: /: Visitas \d+$/ })).toHaveCount(30)
    await expect(folds).toHaveCount(others - 1)
  })

  test('an agent sells from the list of customers to call, which ticks the sale', async ({
    page,
    signedIn,
  }) => {
    const sa = apiOf(page, await signedIn('sa'))
    const agent = apiOf(page, await signedIn('agente'))
    const customer = await createUser(agent, 'porllamar', 'app', { celPhone: '809-555-0199' })
    const other = await createUser(agent, 'sincelular', 'app')
    // A refunded licence has ended today.
    for (const { _id } of [customer, other]) {
      await processTransaction(sa, _id)
      await processTransaction(sa, _id, { type: TYPE.REFUND })
    }
    await page.goto('/main')
    const panel = page.getByRole('region', { name: 'Clientes por llamar' })
    await expect(page.getByRole('region').first()).toHaveAccessibleName('Clientes por llamar')
    const row = panel.getByRole('listitem').filter({ hasText: 'Persona porllamar' })
    await expect(row).toContainText('Venció hoy')
    const reminder = row.getByRole('link', { name: 'Avisar por WhatsApp a Persona porllamar' })
    await expect(reminder).toHaveAttribute('href', /^https:\/\/wa\.me\/18095550199\?/)
    const withoutNumber = panel.getByRole('listitem').filter({ hasText: 'Persona sincelular' })
    await expect(withoutNumber).toContainText('Venció hoy')
    await expect(withoutNumber.getByRole('link', { name: /WhatsApp/ })).toHaveCount(0)
    const sell = row.getByRole('button', section('Vender: Persona porllamar'))
    for (const control of [reminder, sell]) {
      const box = await control.boundingBox()
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
    }
    const balance = Number(/\d+/.exec((await page.getByTestId('balance').textContent()) ?? '')?.[0])
    await sell.tap()
    await processing(creditDialog(page)).tap()
    await expectProcessed(creditDialog(page))
    await creditDialog(page).getByRole('button', section('Cerrar')).tap()
    const sold = row.getByRole('button', section('Vendido hoy; vender otra vez: Persona porllamar'))
    await expect(sold).toBeFocused()
    await expect(row).toContainText(/Vence \d\d\/\d\d\/\d{4}/)
    await expect(row.getByRole('link', { name: /WhatsApp/ })).toHaveCount(0)
    await expect(page.getByTestId('balance')).toHaveText(`Balance de créditos: ${balance - 1}`)
    await page.reload()
    await expect(sold).toBeVisible()
    await expect(withoutNumber).toContainText('Venció hoy')
  })

  test('an agent finds a customer to sell to; a first tap on a bar shows its details, a second one opens its list', async ({
    page,
    signedIn,
  }) => {
    await signedIn('agente')
    await page.goto('/main')
    await expect(page.getByTestId('balance')).toBeVisible()
    for (const control of [
      page.getByRole('button', section('Vender')),
      page.getByRole('button', section('Nuevo demo')),
    ]) {
      const box = await control.boundingBox()
      expect(box?.y).toBeGreaterThan(PHONE.height * 0.75)
      expect(box?.height).toBeGreaterThanOrEqual(44)
    }
    await page.getByRole('button', section('Clientes por vencer')).tap()
    const bar = page
      .getByRole('region', section('Clientes por vencer'))
      .getByRole('link', { name: /Vencen \d+$/ })
    await bar.nth(3).tap()
    await expect(page.getByText('Toque otra vez para ver la lista')).toBeVisible()
    await expect(page).toHaveURL('/main')
    await page.getByRole('button', section('Vender')).tap()
    const dialog = page.getByRole('dialog', section('Vender a…'))
    const field = dialog.getByRole('combobox')
    await expect(field).toBeFocused()
    const customers = dialog.getByRole('option')
    await expect(customers).not.toHaveCount(0)
    const name = (await customers.first().locator('b').textContent()) ?? ''
    await field.fill(name)
    await expect(dialog.getByText('Encontrados')).toBeVisible()
    await expect(customers.first()).toContainText(name)
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('dialog')).toContainText(name)
  })
})

const HOME: Screen = {
  what: 'the home page of an operator',
  path: '/main',
  title: 'Inicio',
  heading: 'Cartelera',
  prepare: (page) => expect(page.getByRole('region').getByRole('figure')).toHaveCount(4),
}

const HOME_OF_AGENT: Screen = {
  ...HOME,
  what: 'the home page of an agent',
  prepare: (page) => expect(page.getByRole('region').getByRole('figure')).toHaveCount(2),
}

const HOME_OF_SUPPORT: Screen = {
  ...HOME,
  what: 'the home page of support',
  prepare: (page) =>
    expect(page.getByRole('list', section('Sin asignar')).getByRole('listitem')).toHaveCount(6),
}

for (const { what, tag, states } of looksAt([HOME]))
  inspected(what, { tag }, ({ inspect }) => inspect(states, 'admin'))
for (const { what, tag, states } of looksAt([HOME_OF_AGENT]))
  inspected(what, { tag }, ({ inspect }) => inspect(states, 'agente'))
for (const { what, tag, states } of looksAt([HOME_OF_SUPPORT]))
  inspected(what, { tag }, ({ inspect }) => inspect(states, 'soporte'))
