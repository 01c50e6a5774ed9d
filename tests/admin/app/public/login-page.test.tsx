import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { CONNECTION_LOST, watchConnection } from '../../../../src/admin/api/connection.ts'
import { readToken, storeToken } from '../../../../src/admin/api/http.ts'
import { LoginPage } from '../../../../src/admin/app/public/LoginPage.tsx'
import { fakeApi } from '../../../support/fake-api.ts'
import { openPage } from '../../../support/pages.tsx'

const open = (state: object | null = null, onShown?: (pathname: string) => void) =>
  openPage(
    { '/login': onShown ? <LoginPage onShown={onShown} /> : <LoginPage />, '*': <p>adentro</p> },
    { pathname: '/login', state },
  )

const user = () => screen.getByLabelText('Usuario')
const password = () => screen.getByLabelText('Contraseña')
const send = () => userEvent.click(screen.getByRole('button', { name: 'Entrar' }))

describe('the sign-in page', () => {
  it('has a heading, labelled inputs and a title', () => {
    open()
    expect(screen.getByRole('heading', { level: 1, name: 'Iniciar sesión' })).toBeVisible()
    expect(user()).toHaveAttribute('name', 'name')
    expect(password()).toHaveAttribute('name', 'password')
    expect(document.title).toBe('Iniciar sesión · Cartelera')
  })

  it('reports both missing fields, at each field and in general', async () => {
    const asked = fakeApi({})
    open()
    await send()
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Porfavor digite el nombre de usuario y la contraseña.',
    )
    expect(user()).toHaveAccessibleDescription('Debe digitar el nombre de usuario')
    expect(password()).toHaveAccessibleDescription('Debe digitar la contraseña')
    expect(user()).toBeInvalid()
    expect(user()).toHaveFocus()
    expect(asked).toHaveLength(0)
  })

  it('reports a missing field and focuses it', async () => {
    open()
    await userEvent.type(user(), 'ana')
    await send()
    expect(password()).toHaveAccessibleDescription('Debe digitar la contraseña')
    expect(password()).toHaveFocus()
    expect(user()).toBeValid()
    expect(screen.getByRole('alert')).toBeEmptyDOMElement()
  })

  it('signs in with Enter and opens the home page', async () => {
    const asked = fakeApi({ 'POST /auth/local': { body: { token: 't1' } } })
    const { router } = open()
    await userEvent.type(user(), 'ana')
    await userEvent.type(password(), 'cartelera{Enter}')
    await screen.findByText('adentro')
    expect(router.state.location.pathname).toBe('/main')
    expect(asked[0]?.body).toEqual({ name: 'ana', password: 'cartelera' })
    expect(readToken()).toBe('t1')
  })

  it('returns to the requested URL', async () => {
    fakeApi({ 'POST /auth/local': { body: { token: 't1' } } })
    const { router } = open({ nextPathname: '/movie/5', nextSearch: '?tab=1', expired: true })
    expect(screen.getByText('Su sesión expiró. Inicie sesión de nuevo.')).toBeVisible()
    await userEvent.type(user(), 'ana')
    await userEvent.type(password(), 'x{Enter}')
    await screen.findByText('adentro')
    expect(router.state.location).toMatchObject({ pathname: '/movie/5', search: '?tab=1' })
  })

  it.each(['//example.org/movie', '/\\example.org', 'https://example.org'])(
    'opens the home page instead of %s, which is on another host',
    async (nextPathname) => {
      storeToken('t')
      const { router } = open({ nextPathname })
      expect(await screen.findByText('adentro')).toBeVisible()
      expect(router.state.location.pathname).toBe('/main')
    },
  )

  it('shows the message of the server and keeps the input', async () => {
    fakeApi({ 'POST /auth/local': { status: 401, body: { message: 'Usuario o contraseña incorrectos.' } } })
    open()
    await userEvent.type(user(), 'ana')
    await userEvent.type(password(), 'mal{Enter}')
    expect(await screen.findByText('Usuario o contraseña incorrectos.')).toBeVisible()
    expect(user()).toHaveValue('ana')
    expect(password()).toHaveFocus()
  })

  it('removes the message about a lost connection once it is back', async () => {
    const answer = vi.fn<typeof fetch>().mockRejectedValue(new TypeError('Failed to fetch'))
    vi.stubGlobal('fetch', answer)
    const stopWatching = watchConnection('/health')
    open()
    await userEvent.type(user(), 'ana')
    await userEvent.type(password(), 'x{Enter}')
    expect(await screen.findByText(CONNECTION_LOST)).toBeVisible()
    answer.mockImplementation(async () => new Response('{}'))
    window.dispatchEvent(new Event('online'))
    await waitFor(() => expect(screen.getByRole('alert')).toBeEmptyDOMElement())
    stopWatching()
  })

  it('sends once for a double click', async () => {
    const asked = fakeApi({ 'POST /auth/local': { body: { token: 't1' } } })
    open()
    await userEvent.type(user(), 'ana')
    await userEvent.type(password(), 'x')
    await userEvent.dblClick(screen.getByRole('button', { name: 'Entrar' }))
    await screen.findByText('adentro')
    expect(asked).toHaveLength(1)
  })

  it('requests the code of the screen to return to when rendered, before anything is typed', async () => {
    const onShown = vi.fn()
    open({ nextPathname: '/movie' }, onShown)
    expect(onShown).not.toHaveBeenCalled()
    await waitFor(() => expect(onShown.mock.calls).toEqual([['/movie']]))
  })

  it('redirects a signed-in user at once', async () => {
    storeToken('t1')
    open()
    expect(await screen.findByText('adentro')).toBeVisible()
  })

  it('signs out on request, and stays on the page', async () => {
    storeToken('t1')
    const asked = fakeApi({ 'POST /auth/logout': { status: 204 } })
    const { router } = open({ signOut: true })
    await waitFor(() => expect(asked).toHaveLength(1))
    expect(asked[0]?.headers.get('Authorization')).toBe('Bearer t1')
    expect(readToken()).toBeUndefined()
    expect(router.state.location.pathname).toBe('/login')
    expect(router.state.location.state).toEqual({ passwordChanged: false })
  })

  it('says that changing the password ended the session', async () => {
    storeToken('t1')
    const asked = fakeApi({})
    open({ signOut: true, passwordChanged: true })
    expect(await screen.findByText('Su contraseña fue cambiada. Inicie sesión de nuevo.')).toBeVisible()
    expect(readToken()).toBeUndefined()
    expect(asked).toHaveLength(0)
  })
})
