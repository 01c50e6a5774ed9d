import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { CONNECTION_LOST, watchConnection } from '../../../../src/admin/api/connection.ts'
import { readToken, storeToken } from '../../../../src/admin/api/http.ts'
import { LoginPage } from '../../../../src/admin/app/public/LoginPage.tsx'
import { fakeApi, held } from '../../../support/fake-api.ts'
import { openPage } from '../../../support/pages.tsx'

const open = (state: object | null = null, onShown?: (pathname: string) => void) =>
  openPage(
    { '/login': onShown ? <LoginPage onShown={onShown} /> : <LoginPage />, '*': <p>adentro</p> },
    { pathname: '/login', state },
  )

/** A fake of the API; returns the requests but that for the page's own data. */
const writesTo = (answers: Parameters<typeof fakeApi>[0], page: object = {}) => {
  const body = { mail: '', name: '', picture: '', ...page }
  const asked = fakeApi({ 'GET /api/sign-in': { body }, ...answers })
  return () => asked.filter(({ method }) => method !== 'GET')
}

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
    const asked = writesTo({})
    open()
    await send()
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Porfavor digite el nombre de usuario y la contraseña.',
    )
    expect(user()).toHaveAccessibleDescription('Debe digitar el nombre de usuario')
    expect(password()).toHaveAccessibleDescription('Debe digitar la contraseña')
    expect(user()).toBeInvalid()
    expect(user()).toHaveFocus()
    expect(asked()).toHaveLength(0)
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
    const asked = writesTo({ 'POST /auth/local': { body: { token: 't1' } } })
    const { router } = open()
    await userEvent.type(user(), 'ana')
    await userEvent.type(password(), 'cartelera{Enter}')
    await screen.findByText('adentro')
    expect(router.state.location.pathname).toBe('/main')
    expect(asked()[0]?.body).toEqual({ name: 'ana', password: 'cartelera' })
    expect(readToken()).toBe('t1')
  })

  it('returns to the requested URL', async () => {
    writesTo({ 'POST /auth/local': { body: { token: 't1' } } })
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
    writesTo({ 'POST /auth/local': { status: 401, body: { message: 'Usuario o contraseña incorrectos.' } } })
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
    const asked = writesTo({ 'POST /auth/local': { body: { token: 't1' } } })
    open()
    await userEvent.type(user(), 'ana')
    await userEvent.type(password(), 'x')
    await userEvent.dblClick(screen.getByRole('button', { name: 'Entrar' }))
    await screen.findByText('adentro')
    expect(asked()).toHaveLength(1)
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
    const asked = writesTo({ 'POST /auth/logout': { status: 204 } })
    const { router } = open({ signOut: true })
    await waitFor(() => expect(asked()).toHaveLength(1))
    expect(asked()[0]?.headers.get('Authorization')).toBe('Bearer t1')
    expect(readToken()).toBeUndefined()
    expect(router.state.location.pathname).toBe('/login')
    expect(router.state.location.state).toEqual({})
  })

  it('shows the password on request, and hides it when it is sent', async () => {
    const answer = held()
    writesTo({
      'POST /auth/local': async () => {
        await answer.until
        return { status: 401, body: { message: 'No.' } }
      },
    })
    open()
    await userEvent.type(user(), 'ana')
    await userEvent.type(password(), 'secreto')
    const input = password()
    if (input instanceof HTMLInputElement) input.setSelectionRange(2, 4)
    const show = screen.getByRole('button', { name: 'Mostrar contraseña', pressed: false })
    await userEvent.click(show)
    expect(screen.getByRole('button', { name: 'Ocultar contraseña', pressed: true })).toBe(show)
    expect(password()).toHaveAttribute('type', 'text')
    expect(password()).toHaveFocus()
    await waitFor(() => expect(password()).toHaveProperty('selectionStart', 2))
    expect(password()).toHaveProperty('selectionEnd', 4)
    await userEvent.type(password(), '{Enter}')
    expect(password()).toHaveAttribute('type', 'password')
    answer.release()
    expect(await screen.findByText('No.')).toBeVisible()
    expect(password()).toHaveAttribute('type', 'password')
    expect(password()).toHaveValue('secreto')
  })

  it('says whom to ask for a lost password, if the settings name somebody', async () => {
    writesTo({}, { mail: 'ayuda+web@example.org' })
    open()
    expect(await screen.findByRole('link', { name: 'ayuda+web@example.org' })).toHaveAttribute(
      'href',
      'mailto:ayuda+web@example.org',
    )
    expect(screen.queryByRole('heading', { level: 2 })).toBeNull()
  })

  it('asks nobody for a lost password if the settings name no one', async () => {
    const asked = writesTo({})
    open()
    await waitFor(() => expect(asked()).toEqual([]))
    expect(screen.queryByText(/Olvidó/)).toBeNull()
  })

  const demo = {
    logins: [
      { name: 'sa', role: 'Superadministrador', purpose: 've y configura todo' },
      { name: 'agente', role: 'Agente', purpose: 'vende y renueva desde el teléfono' },
    ],
    password: 'publicada',
    dateBegin: '2020-01-01T00:00:00.000Z',
    dateReset: null,
    timeZone: 'America/Santo_Domingo',
  }

  it('signs in with one click on a login of a demo, and shows an error in its message area', async () => {
    let isWrong = true
    const asked = writesTo(
      {
        'POST /auth/local': () =>
          isWrong ? { status: 401, body: { message: 'Incorrectos.' } } : { body: { token: 't1' } },
      },
      { mail: '', demo },
    )
    open()
    const agent = await screen.findByRole('button', { name: /^Agente: vende y renueva desde el teléfono/ })
    await userEvent.click(agent)
    expect(await screen.findByText('Incorrectos.')).toBeVisible()
    expect(screen.getByRole('alert')).toHaveTextContent('Incorrectos.')
    isWrong = false
    await userEvent.click(agent)
    await screen.findByText('adentro')
    expect(asked().map(({ body }) => body)).toEqual([
      { name: 'agente', password: 'publicada' },
      { name: 'agente', password: 'publicada' },
    ])
  })

  it('says that the demo began again to whom it signed out', async () => {
    const dateBegin = new Date(performance.timeOrigin + 60_000).toISOString()
    writesTo({}, { mail: '', demo: { ...demo, dateBegin } })
    open({ expired: true })
    expect(await screen.findByText('La demostración empezó de nuevo.')).toBeVisible()
  })

  it('says that changing the password ended the session', async () => {
    storeToken('t1')
    const asked = writesTo({})
    open({ signOut: true, notice: 'Su contraseña fue cambiada. Inicie sesión de nuevo.' })
    expect(await screen.findByText('Su contraseña fue cambiada. Inicie sesión de nuevo.')).toBeVisible()
    expect(readToken()).toBeUndefined()
    expect(asked()).toHaveLength(0)
  })
})
