import { expect, test } from '../../support/browser.ts'
import { apiOf } from '../support/api.ts'
import { expectProcessed, openFromRow } from '../support/credit.ts'
import { choose, field, select } from '../support/screen.ts'
import { createUser } from '../support/user.ts'

test('a superagent transfers months to its agent and finds the transfer among its movements', async ({
  page,
  signedIn,
}) => {
  const api = apiOf(page, await signedIn('superagente'))
  const agent = await createUser(api, 'agentenuevo', 'agent')
  const { creditToResell } = await api.get('/api/users/me')
  const balance = Number(creditToResell) - 3
  const dialog = await openFromRow(page, agent)
  await expect(select(dialog, 'Tipo')).toHaveText('Transferencia')
  await expect(field(dialog, 'Cantidad')).toBeFocused()
  await page.keyboard.type('3')
  await expect(field(dialog, 'Cantidad')).toHaveValue('3')
  await page.keyboard.press('Enter')
  await expectProcessed(dialog)
  await dialog.getByRole('button', { name: 'Cerrar' }).click()
  await expect(page.getByTestId('balance')).toHaveText(`Balance de créditos: ${balance}`)
  expect(await api.get('/api/users/me')).toMatchObject({ creditToResell: balance })
  expect(await api.get(`/api/users/${agent._id}`)).toMatchObject({ creditToResell: 3 })

  await page.getByRole('button', { name: 'Administración' }).click()
  await page.getByRole('menuitem', { name: 'Movimientos de créditos' }).click()
  await expect(page).toHaveURL('/balance')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('CONSULTA DE MOVIMIENTOS CRÉDITOS')
  await expect(page.getByTestId('balance')).toHaveText(`Balance de créditos: ${balance}`)
  await choose(page, 'Tipo', 'Transferencia')
  await expect(page.getByRole('row').filter({ hasText: 'Persona agentenuevo' })).toContainText(
    'Transferencia',
  )
  await page.getByRole('button', { name: 'Fecha Todas' }).click()
  await page.getByRole('button', { name: 'Hoy', exact: true }).click()
  await expect(page.getByTestId('total-transfers')).toContainText('3 créditos')
  await expect(page.getByTestId('total-sales')).toContainText('0 créditos')

  await signedIn('agente')
  await page.reload()
  await expect(page.getByTestId('total-sales')).toBeVisible()
  await expect(page.getByTestId('total-transfers')).toHaveCount(0)
  await expect(select(page, 'Tipo')).toHaveCount(0)
})
