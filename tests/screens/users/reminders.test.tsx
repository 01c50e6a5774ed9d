import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { settingsOf } from '../../support/answers.ts'
import { openUsers, sceneOf, user, withUsersScreens } from '../../support/open-users.tsx'

withUsersScreens()

const TEXT = 'Hola, {nombre}: {precio}. {vendedor}'
const settings = (phonePrefix = '1') => ({
  'GET /api/settings': { body: settingsOf({ phonePrefix, expiryNotice: TEXT, creditPriceMonthly: 350 }) },
  'POST /api/users/u7/notices': { status: 204 },
})
const ana = user({ celPhone: '(829) 555-0185' })
const link = { name: 'Avisar por WhatsApp a Ana Peña' }
const opened = { name: 'Avisar por WhatsApp a Ana Peña (avisado hoy)' }

/** jsdom follows no links. */
const press = async (element: HTMLElement): Promise<void> => {
  element.addEventListener('click', (event) => event.preventDefault())
  await userEvent.click(element)
}

describe('the reminder in the list', () => {
  it('opens a chat with the text filled in, is recorded, and stays ticked for the day', async () => {
    const asked = sceneOf({ users: [ana], answers: settings() })
    openUsers('/admin')
    const found = await screen.findByRole('link', link)
    const address = new URL(found.getAttribute('href') ?? '')
    expect([address.host, address.pathname]).toEqual(['wa.me', '/18295550185'])
    expect(address.searchParams.get('text')).toBe('Hola, Ana Peña: 350.00. Quien Llama')
    expect(found).toHaveAttribute('target', '_blank')
    await press(found)
    expect(await screen.findByRole('link', opened)).toBeVisible()
    await waitFor(() =>
      expect(asked.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body])).toEqual([
        ['/api/users/u7/notices', { notice: 'expiry' }],
      ]),
    )
    expect(window.localStorage.getItem('RaStoreCartelera.notices.opened')).toContain('u7')
  })

  it('is unticked at midnight', async () => {
    window.localStorage.setItem(
      'RaStoreCartelera.notices.opened',
      JSON.stringify({ day: '2026-01-01', users: ['u7'] }),
    )
    sceneOf({ users: [ana], answers: settings() })
    openUsers('/admin')
    expect(await screen.findByRole('link', link)).toBeVisible()
  })

  it('shows that it was not recorded', async () => {
    const failure = { status: 500, body: { message: 'Falló.' } }
    sceneOf({ users: [ana], answers: { ...settings(), 'POST /api/users/u7/notices': failure } })
    openUsers('/admin')
    await press(await screen.findByRole('link', link))
    expect(await screen.findByText(/El aviso no se anotó en el registro de auditoría\./)).toBeVisible()
  })

  it.each([
    ['without a country prefix', [ana], ''],
    ['without a mobile number', [user()], '1'],
    ['for an invalid number', [user({ celPhone: '0000000' })], '1'],
    ['without a licence', [user({ celPhone: '829 555 0185', dateExpire: null })], '1'],
    ['for a reseller', [user({ celPhone: '829 555 0185', role: 'agent' })], '1'],
  ])('is missing %s', async (_, users, prefix) => {
    // Another customer, whose reminder shows that all are loaded.
    const other = user({ _id: 'u8', name: 'luis', fullName: 'Luis', celPhone: '829 555 0101' })
    sceneOf({ users: [...users, other], answers: settings(prefix) })
    openUsers('/admin')
    await screen.findByRole('link', { name: 'luis' })
    if (prefix !== '') await screen.findByRole('link', { name: 'Avisar por WhatsApp a Luis' })
    expect(screen.queryByRole('link', link)).toBeNull()
  })
})

describe('reminders to a selection', () => {
  const people = [
    ana,
    user({ _id: 'u8', name: 'luis', fullName: 'Luis Gil', celPhone: '829 555 0101' }),
    user({ _id: 'u9', name: 'eva', fullName: 'Eva Sol', dateExpire: '3000-11-27T15:00:00.000Z' }),
  ]

  it('are opened one by one and then ticked; customers without a mobile number are marked as such', async () => {
    sceneOf({
      users: people,
      answers: {
        ...settings(),
        'GET /api/users': { body: people },
        'POST /api/users/u8/notices': { status: 204 },
      },
    })
    openUsers('/admin')
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Elegir los de esta página' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Avisar a los 3' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Avisar por WhatsApp' }))
    const [, , third] = await dialog.findAllByRole('listitem')
    expect(third).toHaveTextContent('Eva SolVence 27/11/3000 · Sin celularNo se puede avisar')
    expect(dialog.getByRole('status')).toHaveTextContent('0 de 3 avisados hoy')
    await press(dialog.getByRole('link', { name: 'Avisar a Ana Peña' }))
    await press(await dialog.findByRole('link', { name: 'Avisar a Luis Gil' }))
    expect(await dialog.findByText('2 de 3 avisados hoy')).toBeVisible()
    expect(dialog.queryByRole('link', { name: /^Avisar a/ })).toBeNull()
    expect(dialog.getByRole('link', { name: 'Avisado hoy; abrir otra vez: Ana Peña' })).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Cerrar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByRole('group', { name: 'Con los elegidos' })).toHaveTextContent('3 elegidos')
  })

  it('continue in groups of fifty', async () => {
    const many = Array.from({ length: 51 }, (_, index) =>
      user({ _id: `m${index}`, name: `m${index}`, fullName: `Cliente ${index}`, celPhone: '829 555 0185' }),
    )
    const asked = sceneOf({
      users: many,
      answers: {
        ...settings(),
        'GET /api/users': ({ query }) => ({
          body: query.page === '2' ? many.slice(50) : many.slice(0, 50),
        }),
      },
    })
    openUsers('/admin')
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Elegir los de esta página' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Avisar a los 51' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Avisar por WhatsApp' }))
    expect(await dialog.findByText('0 de 50 avisados hoy · 1–50 de 51')).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Los siguientes 1' }))
    expect(await dialog.findByText('0 de 1 avisados hoy · 51–51 de 51')).toBeVisible()
    expect(dialog.getByRole('link', { name: 'Avisar a Cliente 50' })).toBeVisible()
    expect(asked.filter(({ path }) => path === '/api/users').map(({ query }) => query.page)).toEqual([
      '1',
      '2',
    ])
    await userEvent.click(dialog.getByRole('button', { name: 'Los 50 anteriores' }))
    expect(await dialog.findByText('0 de 50 avisados hoy · 1–50 de 51')).toBeVisible()
  })
})
