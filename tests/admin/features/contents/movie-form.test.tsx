import { readFileSync } from 'node:fs'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { queryClient } from '../../../../src/admin/api/query-client.ts'
import {
  allowReports,
  choose,
  field,
  link,
  movie,
  openContents,
  press,
  sceneOf,
  userEvent,
  withContentScreens,
} from './open-contents.tsx'

withContentScreens()

// Letter for letter, typing errors included.
const messages: Record<string, Record<string, string>> = JSON.parse(
  readFileSync('tests/data/messages-contents.json', 'utf8'),
)
const said = (entity: string, name: string): string => {
  const message = messages[entity]?.[name]
  if (message === undefined) throw new Error(`messages-contents.json has no message ${entity}.${name}`)
  return message
}

const fill = async (name: string, text: string) => {
  const input = await field(name)
  await userEvent.clear(input)
  await userEvent.paste(text)
}
const alerts = () => screen.getByTestId('form-message')
const put = { 'PUT /api/movies/m1': { body: movie({ dateUpdate: '2026-02-05T12:00:00.000Z' }) } }

describe('the messages of a film', () => {
  it('stand beside every field that is missing', async () => {
    sceneOf()
    openContents('/moviecrate')
    await field('Título')
    await press('Registrar')
    await screen.findByText(said('film', 'title'))
    for (const name of ['year', 'genres', 'covertImage', 'fullImage', 'trailer', 'noLink'])
      expect(screen.getByText(said('film', name))).toBeVisible()
    expect(screen.getAllByText(said('film', 'synopsis'))).toHaveLength(2)
    expect(alerts()).toHaveTextContent('Hay 10 campos por corregir.')
  })

  it('say what is wrong with what was typed', async () => {
    sceneOf()
    openContents('/movie/m1')
    await fill('Año', '20')
    await fill('Imagen del covert', 'x')
    await fill('Imagen del fondo', 'javascript:alert(1)')
    await fill('Trailer', 'ftp://x.example')
    await press('Registrar')
    expect(await screen.findByText(said('film', 'year'))).toBeVisible()
    expect(screen.getAllByText(said('film', 'image'))).toHaveLength(3)
  })

  it('ask for the creation date in update mode', async () => {
    sceneOf()
    openContents('/movie/m1')
    expect(await screen.findByText('1 de enero de 2026')).toBeVisible()
    const date = await field('Fecha de Creación')
    expect(date).toHaveValue('01/01/2026')
    await userEvent.clear(date)
    await press('Registrar')
    expect(await screen.findByText(said('film', 'dateCreate'))).toBeVisible()
  })

  it('ask for an active link, and for one audio language alone in Modo Audio', async () => {
    sceneOf({ movies: [movie({ content: [link({ audio: ['ESP', 'ING'] })] })] })
    openContents('/movie/m1')
    await userEvent.click(await screen.findByRole('switch', { name: 'Modo Audio' }))
    await press('Registrar')
    expect(await screen.findByText(said('film', 'monoAudio'))).toBeVisible()
    await userEvent.click(screen.getByRole('switch', { name: 'Modo Audio' }))
    await userEvent.click(screen.getByRole('button', { name: /^Desactivar/ }))
    await press('Registrar')
    expect(await screen.findByText(said('film', 'noActiveLink'))).toBeVisible()
  })
})

describe('the form of a film', () => {
  it('sends numbers as numbers and empty ones as null', async () => {
    const asked = sceneOf({ answers: put })
    openContents('/movie/m1')
    await fill('Año', '2015')
    await fill('Duración (min)', '')
    await fill('Puntuación', '8,5')
    await press('Registrar')
    await waitFor(() =>
      expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({
        year: 2015,
        runtime: null,
        rating: 8.5,
        dateUpdate: '2026-02-03T12:00:00.000Z',
      }),
    )
  })

  it('shows the visits in update mode, and no link to a screen that is not there', async () => {
    sceneOf()
    openContents('/movie/m1')
    expect(await screen.findByText('Visitas 1,204')).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Historial' })).toBeNull()
  })

  it('puts the problems of a nested link on its row', async () => {
    allowReports()
    const errors = { 'content.0.link': { message: 'El link digitado no es valido' } }
    sceneOf({ answers: { 'PUT /api/movies/m1': { status: 422, body: { message: 'x', errors } } } })
    openContents('/movie/m1')
    await fill('Título', 'Otro')
    await press('Registrar')
    expect(
      await within(await screen.findByTestId('link')).findByText('El link digitado no es valido'),
    ).toBeVisible()
    expect(alerts()).toHaveTextContent('Hay 1 campo por corregir.')
  })

  it('offers the origins of the settings, and any address without them', async () => {
    sceneOf({ settings: { mailsOrigin: ['a@x.example', 'b@x.example'] } })
    const first = openContents('/movie/m1')
    await field('Título')
    await choose(/^Origen/, 'b@x.example')
    first.unmount()
    queryClient.clear()
    sceneOf()
    openContents('/moviecrate')
    expect(await field('Origen')).toHaveAttribute('name', 'mailOrigin')
  })

  it('loads a trailer only when somebody asks to see it', async () => {
    sceneOf({ movies: [movie({ trailer: 'https://youtu.be/aqz-KE-bpKQ', trailerProvider: 'Y' })] })
    openContents('/movie/m1')
    await field('Título')
    expect(document.querySelector('iframe')).toBeNull()
    await press('Ver trailer')
    expect(await screen.findByTitle('Trailer')).toHaveAttribute(
      'src',
      'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ',
    )
  })
})
