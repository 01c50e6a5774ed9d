import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Role } from '../../../../src/domain/access/permissions.ts'
import { openUsers, sceneOf, user, withUsersScreens } from './open-users.tsx'

withUsersScreens()

const rows = async () => {
  await screen.findByRole('link', { name: 'apena' })
  return screen.getAllByRole('row').slice(1)
}
const headers = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)

describe('the list of users', () => {
  it('shows each user with a link to its form, by day and without com. and .tv', async () => {
    sceneOf({ users: [user(), user({ _id: 'u8', name: 'jpenan', status: 'disable' })] })
    openUsers('/admin')
    expect(await screen.findByRole('heading', { level: 1, name: 'CONSULTA DE USUARIOS' })).toBeVisible()
    const [first] = await rows()
    expect(screen.getByRole('link', { name: 'apena' })).toHaveAttribute('href', '/modify/u7')
    expect(first).toHaveTextContent('cartelera.android')
    expect(first).toHaveTextContent('03/02/2025')
    expect(first).toHaveTextContent('27/11/2026')
    expect(screen.getByTestId('total')).toHaveTextContent('2')
  })

  it('sends the filters of its address', async () => {
    const asked = sceneOf()
    const filter = JSON.stringify({ q: 'peña', dateBeging: '2026-11-01', platform: 'com.cartelera.tv' })
    openUsers(`/admin?filter=${encodeURIComponent(filter)}&sort=dateExpire&order=DESC&page=1`)
    await rows()
    expect(asked.find(({ path }) => path === '/api/users/short')?.query).toMatchObject({
      search: 'peña',
      dateBeging: '2026-11-01',
      platform: 'com.cartelera.tv',
      sort: 'dateExpire',
      order: 'desc',
    })
  })

  it('colours the credit of app users and agents, and describes the colour', async () => {
    sceneOf({
      users: [
        user({ creditAmount: 0 }),
        user({ _id: 'u8', creditAmount: 1 }),
        user({ _id: 'u9', role: 'agent', creditAmount: 0, balanceToCredit: 48 }),
        user({ _id: 'u10', role: 'demo', creditAmount: 0 }),
        user({ _id: 'u11', role: 'admin' }),
      ],
    })
    const { container } = openUsers('/admin')
    await screen.findAllByRole('link', { name: 'apena' })
    const tags = [...container.querySelectorAll<HTMLElement>('[data-tone]')]
    expect(tags.map(({ dataset, textContent }) => [dataset.tone, textContent])).toEqual([
      ['red', '0, sin crédito'],
      ['yellow', '1, último crédito'],
      ['plain', '48'],
      ['plain', '0'],
    ])
  })
})

describe('the list by role', () => {
  it.each<[Role, boolean, boolean, boolean]>([
    ['admin', true, true, false],
    ['superagent', true, false, true],
    ['agent', false, false, true],
  ])('%s: App %s, Remover Demo %s, balance %s', async (role, hasApp, hasRemoval, hasBalance) => {
    sceneOf({ role, creditToResell: 36 })
    openUsers('/admin')
    await rows()
    await screen.findByRole('button', { name: 'Vence Todas' })
    expect(headers().includes('App')).toBe(hasApp)
    expect(screen.queryByRole('combobox', { name: /^App/ }) !== null).toBe(hasApp)
    expect(screen.queryByRole('button', { name: 'Remover Demo' }) !== null).toBe(hasRemoval)
    expect(screen.queryByTestId('balance')?.textContent).toBe(
      hasBalance ? 'Balance de créditos: 36' : undefined,
    )
  })
})
