import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  allowReports,
  field,
  openContents,
  press,
  sceneOf,
  userEvent,
  withContentScreens,
} from '../../support/open-contents.tsx'

withContentScreens()

const fill = async (name: string, text: string) => {
  const input = await field(name)
  await userEvent.clear(input)
  await userEvent.paste(text)
}
const alerts = () => screen.getByTestId('form-message')

describe('the form of a film', () => {
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

  it('accepts any origin if the settings have none', async () => {
    sceneOf()
    openContents('/moviecrate')
    expect(await field('Origen')).toHaveAttribute('name', 'mailOrigin')
  })
})
