import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { missingCredit } from '../../../../src/admin/features/users/UserCreate.tsx'
import type { Role } from '../../../../src/domain/access/permissions.ts'
import { allowReports, openUsers, sceneOf, user, withUsersScreens } from './open-users.tsx'

withUsersScreens()

const field = (name: string) => {
  const found = document.querySelector<HTMLInputElement>(`[name="${name}"]`)
  if (found === null) throw new Error(`No field ${name}`)
  return found
}
const opened = () => screen.findByRole('button', { name: 'Continuar' })
const submit = async () => userEvent.click(await opened())
const pick = async (label: RegExp, option: string) => {
  await userEvent.click(screen.getByRole('combobox', { name: label }))
  await userEvent.click(await screen.findByRole('option', { name: option }))
}
const fill = async () => {
  await userEvent.type(field('name'), 'apena')
  await userEvent.type(field('password'), 'secreta')
  await userEvent.type(field('fullName'), 'Ana Peña')
  await userEvent.type(field('address'), 'Calle 1')
  await pick(/^Perfil/, 'app')
  await pick(/^App Origen/, 'cartelera.android')
}

describe('a new user', () => {
  it.each<Role>(['agent', 'superagent'])(
    'opens the credit dialog for an %s that created a customer',
    async (role) => {
      sceneOf({ role, creditToResell: 5, answers: { 'POST /api/users': { status: 201, body: user() } } })
      const { router } = openUsers('/signup')
      await opened()
      await fill()
      await submit()
      await waitFor(() => expect(router.state.location.pathname).toBe('/modify/u7'))
      expect(router.state.location.search).toBe('?autoTransSale=true')
    },
  )

  it("shows the server's errors beside their fields, and others in the message area", async () => {
    allowReports()
    sceneOf({
      answers: {
        'POST /api/users': {
          status: 422,
          body: { message: 'Revise', errors: { name: { message: 'Ya existe un usuario con ese nombre.' } } },
        },
      },
    })
    openUsers('/signup')
    await opened()
    await fill()
    await submit()
    expect(await screen.findByText('Ya existe un usuario con ese nombre.')).toBeVisible()
    expect(field('name')).toBeInvalid()
    vi.mocked(console.error).mockClear()
  })
})

describe('the profiles offered to a role', () => {
  it.each<[Role, string[], boolean]>([
    ['admin', ['superagent', 'agent', 'app', 'demo', 'Administrador'], true],
    ['superagent', ['agent', 'app', 'demo'], true],
    ['agent', ['app', 'demo'], false],
  ])('%s: %j, TV list %s', async (role, profiles, hasTvList) => {
    sceneOf({ role, creditToResell: 5 })
    openUsers('/signup')
    await opened()
    await userEvent.click(screen.getByRole('combobox', { name: /^Perfil/ }))
    const list = await screen.findByRole('listbox')
    expect(
      within(list)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(profiles)
    await userEvent.keyboard('{Escape}')
    expect(document.querySelector('[name="useTvList"]') !== null).toBe(hasTvList)
    expect(screen.getByRole('combobox', { name: /^App Origen/, hidden: true })).toBeInTheDocument()
  })
})

describe('the credit required to create a user', () => {
  const NO_CREDIT = 'No tiene créditos suficientes para crear usuarios.'

  it('depends on the profile: a superagent needs a year for an app user, a month for an agent', () => {
    const props = {
      me: { role: 'superagent' as const, creditToResell: 5 },
      profiles: [
        { id: 'a', name: 'app', role: 'app' as const, accessWeb: false, isAssignable: true, isBelow: true },
        {
          id: 'b',
          name: 'agent',
          role: 'agent' as const,
          accessWeb: true,
          isAssignable: true,
          isBelow: true,
        },
      ],
      periods: ['AÑOS' as const],
    }
    expect(missingCredit(props, '')).toBeUndefined()
    expect(missingCredit(props, 'a')).toBe(NO_CREDIT)
    expect(missingCredit(props, 'b')).toBeUndefined()
  })
})
