import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { Asked } from '../../../support/fake-api.ts'
import {
  category,
  sceneOf as contentScene,
  openContents,
  withContentScreens,
} from '../../../support/open-contents.tsx'
import { openUsers, user, sceneOf as userScene } from '../../../support/open-users.tsx'

withContentScreens()

const REFUSED = { status: 409, body: { message: 'Ahora es otro número.' } }
const written = (asked: readonly Asked[]) => asked.filter(({ method }) => method !== 'GET')
const choose = async (name: string) => userEvent.click(await screen.findByRole('checkbox', { name }))
const press = async (name: string) => {
  const bar = await screen.findByRole('group', { name: 'Con los elegidos' })
  await userEvent.click(await within(bar).findByRole('button', { name }))
}

describe('a bulk switch of users', () => {
  const people = [user(), user({ _id: 'u8', name: 'lgil', fullName: 'Luis Gil' })]
  const scene = () => userScene({ users: people, answers: { 'POST /api/users/bulk': REFUSED } })

  it('asks about a single user by full name, and says that its sessions end', async () => {
    const asked = scene()
    openUsers('/admin')
    await choose('Elegir lgil')
    await press('Desactivar')
    const dialog = await screen.findByRole('dialog', {
      name: '¿Seguro que desea desactivar el usuario Luis Gil?',
    })
    expect(dialog).toHaveTextContent('Sus sesiones se cerrarán.')
    expect(written(asked)).toEqual([])
    await userEvent.dblClick(within(dialog).getByRole('button', { name: 'Desactivar' }))
    expect(await screen.findByText('Ahora es otro número.')).toBeVisible()
    expect(written(asked).map(({ body }) => body)).toEqual([
      { ids: ['u8'], expected: 1, action: 'update', changes: { status: 'disable' } },
    ])
  })

  it('asks about several users by number, and sends nothing unless confirmed', async () => {
    const asked = scene()
    openUsers('/admin')
    await choose('Elegir los de esta página')
    await press('Activar')
    const dialog = await screen.findByRole('dialog', { name: '¿Seguro que desea activar 2 usuarios?' })
    expect(dialog).not.toHaveTextContent('sesiones')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancelar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(written(asked)).toEqual([])
  })

  it('asks before a single user is deleted, by name', async () => {
    scene()
    openUsers('/admin')
    await choose('Elegir apena')
    await press('Eliminar')
    expect(await screen.findByRole('dialog', { name: 'Seguro de eliminar Ana Peña' })).toHaveTextContent(
      'no se pueden recuperar',
    )
  })
})

describe('a bulk switch of the catalogue', () => {
  const answers = { 'POST /api/categories/bulk': REFUSED }

  it('asks by number when all matches of the filters are selected', async () => {
    const asked = contentScene({ total: 2395, answers })
    openContents('/categories')
    await choose('Elegir Estrenos')
    await press('Elegir los 2,395 filtrados')
    await press('Desactivar')
    const dialog = await screen.findByRole('dialog', { name: '¿Desactivar 2,395 categorías?' })
    expect(written(asked)).toEqual([])
    await userEvent.click(within(dialog).getByRole('button', { name: 'Desactivar' }))
    await waitFor(() =>
      expect(written(asked).map(({ body }) => body)).toMatchObject([{ filter: {}, expected: 2395 }]),
    )
  })

  it('asks before a single record is deleted, by title, also from another page', async () => {
    const other = category({ _id: 'c2', name: 'Clásicos' })
    contentScene({
      total: 40,
      answers: {
        ...answers,
        'GET /api/categories': ({ query }) => ({ body: [query.page === '2' ? other : category()] }),
      },
    })
    const { router } = openContents('/categories')
    await choose('Elegir Estrenos')
    await router.navigate('/categories?page=2')
    await screen.findByRole('link', { name: 'Clásicos' })
    await press('Eliminar')
    expect(await screen.findByRole('dialog', { name: 'Seguro de eliminar Estrenos' })).toBeVisible()
  })
})
