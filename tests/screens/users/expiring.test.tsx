import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openUsers, sceneOf, withUsersScreens } from '../../support/open-users.tsx'

withUsersScreens()

test("the chips of 'Vencen pronto' round an estimate to three digits", async () => {
  sceneOf({
    answers: {
      'GET /api/users/expiring': {
        body: {
          soon: [
            { days: 0, count: 12_345 },
            { days: 30, count: 312_345, approximate: true },
          ],
          expired: 1_234_567,
          expiredApproximate: true,
        },
      },
    },
  })
  openUsers('/admin')
  expect(await screen.findByRole('button', { name: 'Hoy · 12,345' })).toBeVisible()
  expect(screen.getByRole('button', { name: '30 días · ≈ 312,000' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Vencidos · ≈ 1,230,000' })).toBeVisible()
})

test('a range of expiries offers a sale to all its users, unless users are selected, whose bar then offers it', async () => {
  sceneOf({
    answers: {
      'GET /api/users/expiring': { body: { soon: [], expired: 1 } },
      'GET /api/license_transactions/size': { body: { count: 0 } },
    },
  })
  openUsers('/admin')
  await userEvent.click(await screen.findByRole('button', { name: 'Vencidos · 1' }))
  const chips = within(screen.getByRole('group', { name: 'Vencen pronto' }))
  expect(await chips.findByRole('button', { name: 'Vender' })).toBeVisible()
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Elegir apena' }))
  const bar = await screen.findByRole('group', { name: 'Con los elegidos' })
  expect(await within(bar).findByRole('button', { name: 'Vender' })).toBeVisible()
  expect(chips.queryByRole('button', { name: 'Vender' })).toBeNull()
})
