import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { expireToken, storeToken } from '../../../../src/admin/api/http.ts'
import { queryClient } from '../../../../src/admin/api/query-client.ts'
import type { Asked } from '../../../support/fake-api.ts'
import {
  allowReports,
  category,
  choose,
  field,
  holding,
  openContents,
  press,
  sceneOf,
  userEvent,
  withContentScreens,
} from '../../../support/open-contents.tsx'

withContentScreens()

const type = async (name: string, text: string) => {
  const input = await field(name)
  await userEvent.clear(input)
  await userEvent.paste(text)
}
const button = (name: string) => screen.getByRole('button', { name })
const writes = (asked: readonly Asked[]) => asked.filter(({ method }) => method !== 'GET')

const fillNew = async () => {
  await type('Descripción', 'Estrenos')
  await type('Descripción en Inglés', 'New releases')
  await choose(/Tipo/, 'Película')
}

describe('create mode', () => {
  it('has the standard buttons in their order, with Nuevo and Eliminar disabled', async () => {
    sceneOf()
    openContents('/category')
    await field('Descripción')
    const bar = document.querySelector<HTMLElement>('[data-form-bar]') ?? document.body
    expect(
      within(bar)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Atras', 'Nuevo', 'Registrar', 'Eliminar', 'Cancelar'])
    expect(await screen.findByRole('heading', { level: 1, name: 'Nueva categoría' })).toBeVisible()
    for (const name of ['Atras', 'Registrar', 'Cancelar']) expect(button(name)).toBeEnabled()
    for (const name of ['Nuevo', 'Eliminar']) expect(button(name)).toBeDisabled()
    expect(await field('Descripción')).toHaveAttribute('name', 'name')
    expect(await field('Descripción')).toHaveAttribute('aria-required', 'true')
  })

  it('shows and counts missing fields after trying to save, and focuses the first', async () => {
    const asked = sceneOf()
    openContents('/category')
    await field('Descripción')
    expect(screen.queryByText('Debe especificar la descripción.')).toBeNull()
    await press('Registrar')
    expect(await screen.findByText('Debe especificar la descripción.')).toBeVisible()
    expect(screen.getByRole('alert')).toHaveTextContent('Hay 3 campos por corregir.')
    await waitFor(async () => expect(await field('Descripción')).toHaveFocus())
    await userEvent.type(await field('Descripción'), 'x')
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Hay 2 campos por corregir.'))
    expect(writes(asked)).toEqual([])
  })

  it('sends one request for several clicks, and continues in update mode', async () => {
    const asked = sceneOf({ answers: { 'POST /api/categories': { status: 201, body: category() } } })
    const { router } = openContents('/category')
    await fillNew()
    await userEvent.dblClick(button('Registrar'))
    await waitFor(() => expect(router.state.location.pathname).toBe('/category/c1'))
    await waitFor(() => expect(button('Nuevo')).toBeEnabled())
    expect(writes(asked).map(({ body }) => body)).toEqual([
      { name: 'Estrenos', descriptionEnglish: 'New releases', type: 'PELICULA', status: true },
    ])
    expect(screen.queryByText('Tiene cambios sin guardar')).toBeNull()
  })

  it('shows the server’s field errors at the fields, and others in the message area', async () => {
    allowReports()
    const errors = { name: { message: 'Yá existe la creación de la categoría digitada' } }
    let answer: { status: number; body: object } = {
      status: 409,
      body: { message: 'x', code: 11000, errors },
    }
    sceneOf({ answers: { 'POST /api/categories': () => answer } })
    openContents('/category')
    await fillNew()
    await press('Registrar')
    expect(await screen.findByText('Yá existe la creación de la categoría digitada')).toBeVisible()
    await waitFor(async () => expect(await field('Descripción')).toHaveFocus())
    expect(await field('Descripción')).toHaveAttribute('aria-invalid', 'true')
    answer = { status: 500, body: { message: 'Algo falló en el servidor.', requestId: 'r1' } }
    await press('Registrar')
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Algo falló en el servidor.'))
  })
})

describe('update mode', () => {
  it('sends the changed fields and dateUpdate on Enter', async () => {
    const asked = sceneOf({
      answers: { 'PUT /api/categories/c1': ({ body }) => ({ body: { ...category(), ...(body as object) } }) },
    })
    openContents('/category/c1')
    await type('Descripción en Inglés', 'Latest')
    await userEvent.keyboard('{Enter}')
    await waitFor(() =>
      expect(writes(asked).map(({ body }) => body)).toEqual([
        { descriptionEnglish: 'Latest', dateUpdate: '2026-02-03T12:00:00.000Z' },
      ]),
    )
    await waitFor(() => expect(screen.queryByText(/sin guardar/)).toBeNull())
  })

  it('counts unsaved changes, and disables Nuevo meanwhile', async () => {
    sceneOf()
    openContents('/category/c1')
    await field('Descripción')
    await waitFor(() => expect(button('Nuevo')).toBeEnabled())
    await type('Descripción', 'Otra')
    expect(await screen.findByText('1 cambio sin guardar')).toBeVisible()
    expect(button('Nuevo')).toBeDisabled()
  })

  it('asks before leaving with unsaved changes', async () => {
    sceneOf()
    const { router } = openContents('/category/c1')
    await type('Descripción', 'Otra')
    await press('Cancelar')
    const dialog = await screen.findByRole('dialog', { name: 'Tiene cambios sin guardar' })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Seguir editando' }))
    expect(router.state.location.pathname).toBe('/category/c1')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await field('Descripción')).toHaveValue('Otra')
    await press('Atras')
    await press('Salir sin guardar')
    await waitFor(() => expect(router.state.location.pathname).toBe('/categories'))
  })

  it('offers the newer version instead of overwriting it', async () => {
    allowReports()
    let stored = category()
    const asked = sceneOf({
      answers: {
        'GET /api/categories/c1': () => ({ body: stored }),
        'PUT /api/categories/c1': { status: 409, body: { message: 'x', code: 'STALE' } },
      },
    })
    openContents('/category/c1')
    await type('Descripción', 'Mía')
    stored = category({ name: 'Ajena', dateUpdate: '2026-02-04T12:00:00.000Z' })
    await press('Registrar')
    await press('Cargar la versión nueva')
    await waitFor(async () => expect(await field('Descripción')).toHaveValue('Ajena'))
    expect(writes(asked)).toHaveLength(1)
  })

  it('merges changes of one side, and asks about conflicting ones', async () => {
    allowReports()
    let stored = category()
    const asked = sceneOf({
      answers: {
        'GET /api/categories/c1': () => ({ body: stored }),
        'PUT /api/categories/c1': ({ body }) =>
          Object(body).dateUpdate === stored.dateUpdate
            ? { body: { ...stored, ...Object(body) } }
            : { status: 409, body: { message: 'x', code: 'STALE' } },
      },
    })
    openContents('/category/c1')
    await type('Descripción', 'Mía')
    await type('Descripción en Inglés', 'Mine')
    stored = category({
      name: 'Ajena',
      type: 'SERIE',
      dateUpdate: '2026-02-04T12:00:00.000Z',
      userUpdate: 'sa',
    })
    await press('Registrar')
    const dialog = await screen.findByRole('dialog', { name: /^Otra persona guardó/ })
    const choice = (name: RegExp, field: string) =>
      within(within(dialog).getByRole('radiogroup', { name: `Qué queda en ${field}` })).getByRole('radio', {
        name,
      })
    await within(dialog).findByRole('radiogroup', { name: 'Qué queda en Descripción' })
    expect(within(dialog).getByText(/Lo guardó sa el 04\/02\/2026/)).toBeVisible()
    expect(choice(/^Conservar/, 'Descripción en Inglés')).toBeChecked()
    expect(choice(/^Usar/, 'Tipo')).toBeChecked()
    expect(choice(/^Conservar/, 'Descripción')).not.toBeChecked()
    expect(choice(/^Usar/, 'Descripción')).not.toBeChecked()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Aplicar' }))
    expect(within(dialog).getByRole('alert')).toHaveTextContent('Elija qué queda en: Descripción.')
    expect(choice(/^Conservar/, 'Descripción')).toHaveFocus()
    await userEvent.click(choice(/^Usar/, 'Descripción'))
    await userEvent.click(within(dialog).getByRole('button', { name: 'Aplicar' }))
    await waitFor(async () => expect(await field('Descripción en Inglés')).toHaveValue('Mine'))
    expect(await field('Descripción')).toHaveValue('Ajena')
    expect(await screen.findByText('1 cambio sin guardar')).toBeVisible()
    expect(writes(asked)).toHaveLength(1)
    await press('Registrar')
    await waitFor(() => expect(writes(asked)).toHaveLength(2))
    expect(writes(asked).at(-1)?.body).toEqual({
      descriptionEnglish: 'Mine',
      dateUpdate: '2026-02-04T12:00:00.000Z',
    })
  })

  it('compares a restored draft with a version saved since', async () => {
    allowReports()
    let stored = category()
    sceneOf({ answers: { 'GET /api/categories/c1': () => ({ body: stored }) } })
    const first = openContents('/category/c1')
    await type('Descripción', 'Mía')
    await act(async () => expireToken('t'))
    first.unmount()
    stored = category({ name: 'Ajena', dateUpdate: '2026-02-04T12:00:00.000Z' })
    queryClient.clear()
    storeToken('t')
    openContents('/category/c1')
    const dialog = await screen.findByRole('dialog', { name: /^Otra persona guardó/ })
    const group = await within(dialog).findByRole('radiogroup', { name: 'Qué queda en Descripción' })
    const row = within(dialog).getByTestId('conflict')
    expect(within(row).getByText('Estrenos')).toBeVisible()
    await userEvent.click(within(group).getByRole('radio', { name: /^Usar/ }))
    await userEvent.click(within(dialog).getByRole('button', { name: 'Aplicar' }))
    await waitFor(async () => expect(await field('Descripción')).toHaveValue('Ajena'))
  })

  it('shows a failed fetch of the stored record, and retries', async () => {
    allowReports()
    let isDown = false
    sceneOf({
      answers: {
        'GET /api/categories/c1': () =>
          isDown ? { status: 404, body: { message: 'El registro no existe.' } } : { body: category() },
        'PUT /api/categories/c1': { status: 409, body: { message: 'x', code: 'STALE' } },
      },
    })
    openContents('/category/c1')
    await type('Descripción', 'Mía')
    isDown = true
    await press('Registrar')
    const dialog = await screen.findByRole('dialog', { name: /^Otra persona guardó/ })
    expect(await within(dialog).findByText('El registro no existe.')).toBeVisible()
    isDown = false
    await userEvent.click(within(dialog).getByRole('button', { name: 'Intentar de nuevo' }))
    await within(dialog).findByRole('radiogroup', { name: 'Qué queda en Descripción' })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Seguir editando' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await field('Descripción')).toHaveValue('Mía')
  })

  it('deletes after confirmation, and returns to the list', async () => {
    const asked = sceneOf({ answers: { 'DELETE /api/categories/c1': { body: { _id: 'c1' } } } })
    const { router } = openContents('/category/c1')
    await field('Descripción')
    await press('Eliminar')
    const dialog = await screen.findByRole('dialog', { name: 'Seguro de eliminar Estrenos' })
    expect(writes(asked)).toEqual([])
    await userEvent.click(within(dialog).getByRole('button', { name: 'Eliminar' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/categories'))
    expect(writes(asked)).toHaveLength(1)
  })

  it('shows why a record cannot be deleted', async () => {
    allowReports()
    const message = 'No puede eliminar la categoría, la usan 3 contenidos.'
    sceneOf({ answers: { 'DELETE /api/categories/c1': { status: 409, body: { message } } } })
    openContents('/category/c1')
    await field('Descripción')
    await press('Eliminar')
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Eliminar' }))
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(message))
  })

  it('disables actions that the profile does not allow', async () => {
    sceneOf({ routeAccess: holding() })
    openContents('/category/c1')
    await field('Descripción')
    await waitFor(() => expect(button('Registrar')).toBeDisabled())
    expect(button('Nuevo')).toBeDisabled()
    expect(screen.queryByRole('button', { name: 'Eliminar' })).toBeNull()
  })

  it('shows that a record was deleted', async () => {
    allowReports()
    sceneOf({
      answers: { 'GET /api/categories/c1': { status: 404, body: { message: 'El registro no existe.' } } },
    })
    openContents('/category/c1')
    expect(await screen.findByText('El registro no existe.')).toBeVisible()
    expect(button('Atras')).toBeEnabled()
  })
})
