import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  choose,
  link,
  movie,
  openContents,
  press,
  sceneOf,
  userEvent,
  withContentScreens,
} from './open-contents.tsx'

withContentScreens()

const scene = (...content: object[]) =>
  sceneOf({
    movies: [movie({ content })],
    answers: {
      'PUT /api/movies/m1': ({ body }) => ({ body: { ...movie({ content }), ...(body as object) } }),
    },
  })
const rows = () => screen.getAllByTestId('link')
const sent = (asked: ReturnType<typeof sceneOf>) => asked.find(({ method }) => method === 'PUT')?.body
const dialog = () => screen.findByRole('dialog')
const inDialog = async (name: string) => userEvent.click(within(await dialog()).getByRole('button', { name }))
const put = async (name: string, text: string) => {
  await userEvent.click(screen.getByRole('textbox', { name }))
  await userEvent.paste(text)
}

describe('the link dialog', () => {
  it('edits a link, and clears the provider of an internal one', async () => {
    const asked = scene(link({ linkType: 'E', provider: 2 }))
    openContents('/movie/m1')
    await press(/^Editar https/)
    await choose(/Tipo de link/, 'Interno')
    await waitFor(() =>
      expect(screen.getByRole('combobox', { name: /^Proveedor(?! del)/ })).toHaveAttribute('aria-disabled'),
    )
    await inDialog('Guardar')
    await press('Registrar')
    await waitFor(() => expect(sent(asked)).toMatchObject({ content: [{ linkType: 'I', provider: null }] }))
  })

  it('changes nothing when cancelled, and returns the focus', async () => {
    scene(link())
    openContents('/movie/m1')
    await press('Agregar link')
    await put('Link', 'x')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(rows()).toHaveLength(1)
    expect(screen.getByRole('button', { name: 'Agregar link' })).toHaveFocus()
  })
})

describe('a link of the list', () => {
  it('is previewed under the content base', async () => {
    sceneOf({
      movies: [movie({ content: [link({ link: '/isla/hd.mp4' })] })],
      settings: { contentUrlBase: 'https://cdn.example/base/' },
    })
    openContents('/movie/m1')
    await press('Ver preview de /isla/hd.mp4')
    expect(await screen.findByTitle('Vista previa del link')).toHaveAttribute(
      'src',
      'https://cdn.example/base/isla/hd.mp4',
    )
  })
})
