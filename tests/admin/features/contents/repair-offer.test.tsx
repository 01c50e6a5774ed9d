import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { movie, openContents, press, sceneOf, userEvent, withContentScreens } from './open-contents.tsx'

withContentScreens()

const SAVED = 'Los datos fueron guardados.'

const scene = (count: number) =>
  sceneOf({
    answers: {
      'PUT /api/movies/m1': ({ body }) => ({ body: movie({ ...Object(body) }) }),
      'GET /api/issues/size': { body: { count, until: 40 } },
      'POST /api/issues/changeAllToFixes': { body: { count, batchId: 'b1' } },
      'POST /api/issues/repairs/b1/undo': { body: { reopened: count, kept: 0 } },
    },
  })
const editLink = async () => userEvent.click(await screen.findByRole('button', { name: /^Editar https/ }))
const save = () => press('Registrar')

describe('what was reported of a content', () => {
  it('can be marked as repaired right after one of its links was changed', async () => {
    const asked = scene(3)
    openContents('/movie/m1')
    await editLink()
    const dialog = within(await screen.findByRole('dialog'))
    const link = dialog.getByRole('textbox', { name: /^Link/ })
    await userEvent.clear(link)
    await userEvent.click(link)
    await userEvent.paste('https://cdn.cartelera.example/isla/nueva.m3u8')
    await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }))
    await save()
    const offer = await screen.findByRole('dialog', {
      name: 'Este contenido tiene 3 reportes de error abiertos',
    })
    await userEvent.click(within(offer).getByRole('button', { name: 'Marcar como reparados' }))
    expect(await screen.findByText('Se marcaron como reparados 3 reportes.')).toBeInTheDocument()
    expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({
      mediaId: 'm1',
      count: 3,
      until: 40,
    })
    expect(asked.find(({ path }) => path === '/api/issues/size')?.query).toEqual({
      mediaId: 'm1',
      status: 'false',
    })
    await userEvent.click(screen.getByRole('button', { name: 'Deshacer' }))
    expect(await screen.findByText('Se abrieron de nuevo 3 reportes.')).toBeInTheDocument()
  })

  it('is not asked about where the links stay as they are', async () => {
    const asked = scene(3)
    openContents('/movie/m1')
    await userEvent.type(await screen.findByLabelText(/^Título/, { selector: 'input' }), ' 2')
    await save()
    expect(await screen.findByText(SAVED)).toBeInTheDocument()
    expect(asked.some(({ path }) => path.startsWith('/api/issues'))).toBe(false)
  })
})
