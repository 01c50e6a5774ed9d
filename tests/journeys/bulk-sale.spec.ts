import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/browser.ts'
import { printedPages } from '../support/prints.ts'
import { type Api, apiOf } from './support/api.ts'
import { createUser } from './support/user.ts'

const sales = (api: Api): Promise<number> => api.count('/api/license_transactions/size?status=PROCESSED')

/** The chip of a range of 'Vencen pronto', with its count. */
const chip = async (page: Page, label: string) => {
  const found = page.getByRole('group', { name: 'Vencen pronto' }).getByRole('button', { name: `${label} ·` })
  return { chip: found, count: Number(/· (\d+)/.exec((await found.textContent()) ?? '')?.[1]) }
}

test('an agent renews all expiring licences in three clicks, prints the receipts as one document and exports the list', async ({
  page,
  signedIn,
  axe,
}) => {
  const api = apiOf(page, await signedIn('agente'))
  const [before, { creditToResell }] = [await sales(api), await api.get('/api/users/me')]
  await page.goto('/admin')
  const { chip: ended, count } = await chip(page, 'Vencidos')
  await ended.click()
  await page.getByRole('button', { name: `Vender a los ${count}` }).click()
  const dialog = page.getByRole('dialog', { name: `Vender a ${count} usuarios` })
  expect(count).toBeGreaterThan(1)
  await expect(dialog.getByTestId('bulk-outcome')).toContainText(
    `${creditToResell} → ${Number(creditToResell) - count}`,
  )
  await expect(dialog.getByRole('row')).toHaveCount(count + 1)
  await axe()
  await dialog.getByRole('button', { name: `Vender a los ${count}` }).click()
  const done = page.getByRole('dialog', { name: `Venta a ${count} usuarios` })
  await expect(done.getByRole('status')).toHaveText(`${count} transacciones procesadas.`)
  expect(await sales(api)).toBe(before + count)
  const print = done.getByRole('button', { name: 'Imprimir recibos' })
  await expect(print).toBeFocused()
  await print.click()
  const pages = await printedPages(page)
  expect(pages).toHaveLength(count)
  expect(new Set(pages.map(({ text }) => /^\s*(\d{6})\s*$/m.exec(text)?.[1])).size).toBe(count)
  const downloading = page.waitForEvent('download')
  await done.getByRole('button', { name: 'Descargar lista' }).click()
  const lines = (await readFile(await (await downloading).path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(count + 1)
  await done.getByRole('button', { name: 'Cerrar' }).click()
  await expect((await chip(page, 'Vencidos')).chip).toHaveText('Vencidos · 0')
  await expect(page.getByTestId('balance')).toContainText(String(Number(creditToResell) - count))
})

test('on a phone and by keyboard, users who cannot be sold to are listed, and excluded only on request', async ({
  page,
  signedIn,
}) => {
  const api = apiOf(page, await signedIn('admin'))
  const users = [
    await createUser(api, 'lote-uno', 'app', { fullName: 'Lote Uno' }),
    await createUser(api, 'lote-dos', 'app', { fullName: 'Lote Dos' }),
    await createUser(api, 'lote-agente', 'agent', { fullName: 'Lote Agente' }),
  ]
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/admin?filter=%7B%22q%22%3A%22lote-%22%7D')
  await expect(page.getByTestId('total')).toHaveText('3')
  const boxes = page.getByRole('checkbox', { name: /^Elegir lote/ })
  await boxes.first().focus()
  await page.keyboard.press('Space')
  await boxes.nth(2).focus()
  await page.keyboard.press('Shift+Space')
  await page.getByRole('button', { name: 'Vender a los 3' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Vender a 3 usuarios' })
  await expect(dialog.getByRole('row', { name: /^Lote Agente/ })).toContainText(
    'No puede realizar este tipo de transacción con este usuario.',
  )
  const sold = dialog.getByRole('row', { name: /^Lote Uno/ })
  for (const width of [360, 320]) {
    await page.setViewportSize({ width, height: 740 })
    await expect(sold).toContainText('RD$350.00')
    const cut = sold.getByRole('cell').filter({ visible: true })
    for (const cell of await cut.all())
      expect(await cell.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  }
  const possible = dialog.getByRole('button', { name: 'Vender a los 2 que se puede' })
  await dialog.getByRole('textbox', { name: 'Cantidad' }).fill('2')
  await expect(dialog.getByTestId('bulk-outcome')).toContainText('2 meses')
  await expect(possible).toBeEnabled()
  await dialog.getByRole('textbox', { name: 'Cantidad' }).press('Enter')
  const done = page.getByRole('dialog', { name: 'Venta a 2 usuarios' })
  await expect(done.getByRole('list', { name: '1 quedó fuera:' })).toContainText('Lote Agente')
  await page.keyboard.press('Escape')
  await expect(done).toBeHidden()
  const bar = page.getByRole('group', { name: 'Con los elegidos' })
  await expect(bar.getByRole('status')).toHaveText('3 elegidos')
  await expect(page.getByRole('main')).toBeFocused()
  const credits = await Promise.all(
    users.map(async ({ _id }) => (await api.get(`/api/users/${_id}`)).creditAmount),
  )
  expect(credits).toEqual([2, 2, 0])
})
