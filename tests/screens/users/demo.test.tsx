import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { settingsOf } from '../../support/answers.ts'
import { openUsers, sceneOf, user, withUsersScreens } from '../../support/open-users.tsx'

withUsersScreens()

const NO_CREDIT = 'No tiene créditos suficientes para crear usuarios.'
const TAKEN = { message: 'Ya existe un usuario con ese nombre.', code: 11000 }

const nameIn = (body: unknown): unknown =>
  typeof body === 'object' && body && 'name' in body ? body.name : ''

describe('a demo user created by one click', () => {
  it('tries other names if one is taken, shows other failures, and can be retried', async () => {
    const answers = [
      { status: 409, body: TAKEN },
      { status: 422, body: { message: NO_CREDIT, errors: { '': { message: NO_CREDIT } } } },
      { status: 201, body: user({ _id: 'u9', role: 'demo', dateExpire: '2026-11-20T17:00:00.000Z' }) },
    ]
    const asked = sceneOf({
      role: 'agent',
      creditToResell: 3,
      users: [user({ userCreate: 'agent', platform: 'com.cartelera.android.tv' })],
      answers: { 'POST /api/users': () => answers.shift() ?? { status: 500 } },
    })
    openUsers('/admin')
    await userEvent.click(await screen.findByRole('button', { name: 'Nuevo demo' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Nuevo demo' }))
    expect(await dialog.findByText(NO_CREDIT)).toBeVisible()
    expect(dialog.getByRole('link', { name: 'Llenar los datos' })).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Reintentar' }))
    await dialog.findByText('Demo creado. La contraseña se muestra solo ahora.')
    const sent = asked.filter(({ method }) => method === 'POST').map(({ body }) => body)
    expect(new Set(sent.map(nameIn)).size).toBe(3)
    expect(sent[2]).toMatchObject({ profile: 'p-demo', platform: 'com.cartelera.android.tv' })
    expect(dialog.getByText(String(nameIn(sent[2])))).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Cerrar' }))
    await waitFor(() => expect(screen.queryByText(String(nameIn(sent[2])))).toBeNull())
  })

  it('takes a name and a mobile, and then offers its credentials by WhatsApp', async () => {
    const created = user({ _id: 'u9', role: 'demo', dateExpire: '2026-11-20T17:00:00.000Z' })
    const mobile = 'No se ve como un telefono valido.'
    const answers = [
      { status: 422, body: { message: mobile, errors: { celPhone: mobile } } },
      { body: user({ ...created, fullName: 'Ana Pérez', celPhone: '(809) 555-0199' }) },
    ]
    const asked = sceneOf({
      role: 'agent',
      creditToResell: 3,
      answers: {
        'GET /api/settings': {
          body: settingsOf({ phonePrefix: '1', credentialsNotice: 'Hola, {nombre}: {acceso}' }),
        },
        'POST /api/users': { status: 201, body: created },
        'GET /api/users/u9': { body: created },
        'PUT /api/users/u9': () => answers.shift() ?? { status: 500 },
        'POST /api/users/u9/notices': { status: 204 },
      },
    })
    openUsers('/admin')
    await userEvent.click(await screen.findByRole('button', { name: 'Nuevo demo' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Nuevo demo' }))
    await dialog.findByText('Demo creado. La contraseña se muestra solo ahora.')
    const save = dialog.getByRole('button', { name: 'Guardar' })
    expect(save).toBeDisabled()
    await userEvent.type(dialog.getByLabelText('Celular'), '123')
    await userEvent.click(save)
    expect(await dialog.findByText(mobile)).toBeVisible()
    expect(asked.some(({ method }) => method === 'PUT')).toBe(false)
    await userEvent.clear(dialog.getByLabelText('Celular'))
    await userEvent.type(dialog.getByLabelText('Celular'), '(809) 555-0199')
    await userEvent.click(save)
    expect(await dialog.findByText(mobile)).toBeVisible()
    await userEvent.type(dialog.getByLabelText('Nombre completo'), 'Ana Pérez')
    await userEvent.click(save)
    const link = await dialog.findByRole('link', { name: 'WhatsApp' })
    expect(asked.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
      { celPhone: '(809) 555-0199' },
      { celPhone: '(809) 555-0199', fullName: 'Ana Pérez' },
    ])
    const { origin, pathname, searchParams } = new URL(link.getAttribute('href') ?? '')
    expect(origin + pathname).toBe('https://wa.me/18095550199')
    expect(searchParams.get('text')).toMatch(
      /^Hola, Ana Pérez: Cartelera\nUsuario: demo\w{5}\nContraseña: \w{8}\n/,
    )
    await userEvent.click(link)
    const sent = asked.find(({ path }) => path === '/api/users/u9/notices')
    expect(sent?.body).toEqual({ notice: 'credentials' })
  })

  it('can also be created from the search', async () => {
    const created = user({ _id: 'u9', role: 'demo', dateExpire: '2026-11-20T17:00:00.000Z' })
    sceneOf({
      role: 'agent',
      creditToResell: 3,
      answers: {
        'POST /api/users': { status: 201, body: created },
        'GET /api/users/u9': { body: created },
        'GET /api/search': { body: [] },
      },
    })
    const { router } = openUsers('/admin')
    await screen.findByRole('button', { name: 'Nuevo demo' })
    await userEvent.keyboard('{Control>}k{/Control}')
    await userEvent.type(await screen.findByRole('combobox', { name: 'Buscar en todo' }), 'nuevo demo')
    expect((await screen.findAllByRole('option'))[0]).toHaveAccessibleName('Nuevo demo')
    await userEvent.keyboard('{Enter}')
    const dialog = within(await screen.findByRole('dialog', { name: 'Nuevo demo' }))
    await dialog.findByText('Demo creado. La contraseña se muestra solo ahora.')
    await userEvent.click(dialog.getByRole('link', { name: 'Abrir ficha' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/modify/u9'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('does not reset an open form of a user', async () => {
    let stored = user()
    sceneOf({
      answers: {
        'POST /api/users': () => {
          stored = user({ comment: 'Cambiado por otro' })
          return { status: 201, body: user({ _id: 'u9', role: 'demo' }) }
        },
        'GET /api/users/u7': () => ({ body: stored }),
        'GET /api/search': { body: [] },
      },
    })
    openUsers('/modify/u7')
    const comment = await screen.findByLabelText('Comentario')
    await userEvent.type(comment, 'Sin guardar')
    await userEvent.keyboard('{Control>}k{/Control}')
    await userEvent.type(await screen.findByRole('combobox', { name: 'Buscar en todo' }), 'nuevo demo{Enter}')
    const dialog = within(await screen.findByRole('dialog', { name: 'Nuevo demo' }))
    await dialog.findByText('Demo creado. La contraseña se muestra solo ahora.')
    await userEvent.click(dialog.getByRole('button', { name: 'Cerrar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(comment).toHaveValue('Sin guardar')
  })
})
