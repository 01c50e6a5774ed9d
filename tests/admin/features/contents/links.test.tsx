import { readFileSync } from 'node:fs'
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

const { link: messages }: { link: Record<string, string> } = JSON.parse(
  readFileSync('tests/data/messages-contents.json', 'utf8'),
)

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
const audio = async (language: string) =>
  userEvent.click(
    within(screen.getByRole('group', { name: 'Audio' })).getByRole('checkbox', { name: language }),
  )

describe('the link dialog', () => {
  it('says what is missing, and what is wrong with the address', async () => {
    scene(link())
    openContents('/movie/m1')
    await press('Agregar link')
    await inDialog('Guardar')
    expect(await screen.findByText(String(messages.quality))).toBeVisible()
    expect(screen.getByText(String(messages.link))).toBeVisible()
    expect(screen.getByText(String(messages.audio))).toBeVisible()
    await put('Link', 'peliculas/isla.mp4')
    await choose(/Tipo de link/, 'Externo')
    await inDialog('Guardar')
    expect(await screen.findByText(String(messages.invalid))).toBeVisible()
  })

  it('adds an active link, which is saved with the film', async () => {
    const asked = scene(link())
    openContents('/movie/m1')
    await press('Agregar link')
    await put('Link', 'https://cdn.example/4k.m3u8')
    await choose(/Calidad/, '4K')
    await choose(/Tipo de link/, 'Externo')
    await choose(/^Proveedor(?! del)/, 'CDN')
    await audio('Español')
    await userEvent.click(screen.getByRole('switch', { name: 'Link reservado' }))
    await inDialog('Guardar')
    await waitFor(() => expect(rows()).toHaveLength(2))
    expect(rows()[1]).toHaveTextContent('Activo4KESPReservadohttps://cdn.example/4k.m3u8')
    expect(screen.getByText('1 cambio sin guardar')).toBeVisible()
    expect(sent(asked)).toBeUndefined()
    await press('Registrar')
    await waitFor(() =>
      expect(sent(asked)).toMatchObject({
        content: [
          link(),
          link({
            link: 'https://cdn.example/4k.m3u8',
            quality: '4K',
            linkType: 'E',
            provider: 2,
            isLinkReserved: true,
          }),
        ],
      }),
    )
  })

  it('edits a link, and forgets the provider of one that is internal again', async () => {
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

  it('changes nothing when it is left, and gives the focus back', async () => {
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
  it('is switched off and on', async () => {
    scene(link())
    openContents('/movie/m1')
    await userEvent.click(await screen.findByRole('button', { name: /^Desactivar/ }))
    expect(rows()[0]).toHaveTextContent('Inactivo')
    expect(screen.getByText('Activar')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: /^Activar/ }))
    expect(rows()[0]).not.toHaveTextContent('Inactivo')
    expect(screen.getByText('Desactivar')).toBeVisible()
    await waitFor(() => expect(screen.queryByText(/sin guardar/)).toBeNull())
  })

  it('is deleted after asking', async () => {
    scene(link(), link({ link: 'https://cdn.example/b.m3u8' }))
    openContents('/movie/m1')
    await press('Eliminar https://cdn.example/b.m3u8')
    expect(
      await screen.findByRole('dialog', { name: 'Seguro de eliminar https://cdn.example/b.m3u8' }),
    ).toBeVisible()
    await inDialog('Eliminar')
    await waitFor(() => expect(rows()).toHaveLength(1))
  })

  it('is looked at under the base of the contents', async () => {
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
