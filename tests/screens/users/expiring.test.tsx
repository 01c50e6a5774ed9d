import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openUsers, sceneOf, withUsersScreens } from '../../support/open-users.tsx'

withUsersScreens()

test("the chips of 'Vencen pronto' show an estimate with three digits", async () => {
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
