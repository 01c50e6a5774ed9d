import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { queryClient } from '../../../../src/admin/api/query-client.ts'
import {
  allowReports,
  choose,
  field,
  movie,
  openContents,
  press,
  sceneOf,
  userEvent,
  withContentScreens,
} from './open-contents.tsx'

withContentScreens()

const fill = async (name: string, text: string) => {
  const input = await field(name)
  await userEvent.clear(input)
  await userEvent.paste(text)
}
const alerts = () => screen.getByTestId('form-message')
const put = { 'PUT /api/movies/m1': { body: movie({ dateUpdate: '2026-02-05T12:00:00.000Z' }) } }

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

  it('shows the errors of a nested link in its row', async () => {
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

  it('offers the origins of the settings, or accepts any address without them', async () => {
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
})
