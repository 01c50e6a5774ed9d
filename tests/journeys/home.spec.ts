import { expect, test } from '../support/browser.ts'
import { test as inspected, looksAt, PHONE, type Screen } from './support/inspected.ts'

const section = (name: string) => ({ name, exact: true })

test('operators see expiring licences, open reports and sales, each linked to its list', async ({
  page,
  signedIn,
}) => {
  await signedIn('admin')
  await page.goto('/main')
  for (const name of ['Vencen pronto', 'Errores reportados', 'Ventas de la semana'])
    await expect(page.getByRole('region', section(name))).toBeVisible()
  const ended = page.getByRole('region', section('Vencen pronto')).getByRole('link', { name: /^Vencidos/ })
  const count = (await ended.locator('strong').textContent()) ?? ''
  await ended.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('CONSULTA DE USUARIOS')
  await expect(page.getByTestId('total')).toHaveText(count)
})

test('support sees the open reports by type and no other cards', async ({ page, signedIn }) => {
  await signedIn('soporte')
  await page.goto('/')
  await expect(page.getByRole('region', section('Errores reportados')).getByRole('listitem')).not.toHaveCount(
    0,
  )
  await expect(page.getByRole('region')).toHaveCount(1)
})

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true })

  test('an agent sees its balance, its customers and both buttons at the bottom', async ({
    page,
    signedIn,
  }) => {
    await signedIn('agente')
    await page.goto('/')
    await expect(page.getByTestId('balance')).toBeVisible()
    await expect(page.getByRole('region', section('Clientes por vencer'))).toBeVisible()
    for (const name of ['Vender', 'Nuevo demo']) {
      const box = await page.getByRole('link', section(name)).boundingBox()
      expect(box?.y).toBeGreaterThan(PHONE.height * 0.75)
      expect(box?.height).toBeGreaterThanOrEqual(44)
    }
    await page.getByRole('link', section('Vender')).tap()
    await expect(page).toHaveURL('/admin')
  })
})

const HOME: Screen = {
  what: 'the home page of an operator',
  path: '/main',
  title: 'Inicio',
  heading: 'Cartelera',
  prepare: (page) => expect(page.getByRole('region')).toHaveCount(3),
}

const HOME_OF_AGENT: Screen = {
  ...HOME,
  what: 'the home page of an agent',
  prepare: (page) => expect(page.getByRole('link', section('Vender'))).toBeVisible(),
}

for (const { what, tag, states } of looksAt([HOME]))
  inspected(what, { tag }, ({ inspect }) => inspect(states, 'admin'))
for (const { what, tag, states } of looksAt([HOME_OF_AGENT]))
  inspected(what, { tag }, ({ inspect }) => inspect(states, 'agente'))
