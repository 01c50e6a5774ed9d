import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { openUsers, sceneOf, withUsersScreens } from './open-users.tsx'

withUsersScreens()

const open = async (address = '/admin') => {
  const asked = sceneOf()
  const { router } = openUsers(address)
  await screen.findByRole('link', { name: 'apena' })
  const lastQuery = () => asked.filter(({ path }) => path === '/api/users/short').at(-1)?.query
  const filter = () => JSON.parse(new URLSearchParams(router.state.location.search).get('filter') ?? '{}')
  return { lastQuery, filter }
}
const openDays = async (name: string | RegExp) => {
  await userEvent.click(screen.getByRole('button', { name }))
  return screen.findByRole('dialog')
}
const day = (dialog: HTMLElement, name: string) =>
  waitFor(() => {
    const input = dialog.querySelector<HTMLInputElement>(`input[name="${name}"]`)
    if (input === null) throw new Error(`No field ${name}`)
    return input
  })

describe('the filters of users', () => {
  it('show the days of the address, and clear them', async () => {
    const filter = JSON.stringify({ registerFrom: '2026-01-05', registerTo: '2026-02-01', q: 'a' })
    const list = await open(`/admin?filter=${encodeURIComponent(filter)}`)
    const dialog = await openDays('Registro 05/01/2026 – 01/02/2026')
    await day(dialog, 'registerFrom')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Limpiar' }))
    await waitFor(() => expect(list.filter()).toEqual({ q: 'a' }))
  })

  it('choose a profile by its name and send its id', async () => {
    const list = await open()
    await userEvent.click(screen.getByRole('combobox', { name: /^Perfil/ }))
    await userEvent.click(await screen.findByRole('option', { name: 'agent' }))
    await waitFor(() => expect(list.lastQuery()).toMatchObject({ profile: 'p-agent' }))
  })
})
