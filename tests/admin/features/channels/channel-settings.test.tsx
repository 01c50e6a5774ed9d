import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { allowReports, press, userEvent, withContentScreens } from '../contents/open-contents.tsx'
import { openChannels, sceneOf } from './open-channels.tsx'

withContentScreens()

const settings = (fields: object = {}) => ({
  pageSize: 20,
  mailsOrigin: [],
  tvUrlBase: 'https://a.example/',
  agentTv: 'Uno/1',
  dateUpdate: '2026-01-01T00:00:00.000Z',
  ...fields,
})

/** Answers like the server: only the stored version can be overwritten. */
const serving = (first: object) => {
  let stored: Record<string, unknown> = { ...first }
  const asked = sceneOf({
    answers: {
      'GET /api/settings': () => ({ body: stored }),
      'PUT /api/settings/updateTvUrlBase': ({ body }) => {
        const { dateUpdate, xam, ...sent } = { xam: undefined, dateUpdate: undefined, ...Object(body) }
        if (dateUpdate !== stored.dateUpdate) return { status: 409, body: { message: 'x', code: 'STALE' } }
        stored = { ...stored, ...sent, ...(xam === undefined ? {} : { agentTv: xam }), dateUpdate: 'saved' }
        return { body: stored }
      },
    },
  })
  return {
    change: (fields: object) => {
      stored = { ...stored, ...fields }
    },
    stored: () => stored,
    writes: () => asked.filter(({ method }) => method === 'PUT').map(({ body }) => body),
  }
}

const retype = async (text: string) => {
  const input = await screen.findByLabelText('URL base')
  await userEvent.clear(input)
  await userEvent.type(input, text)
}

describe('the settings of all channels', () => {
  it('are saved after a change of other settings', async () => {
    allowReports()
    const server = serving(settings())
    openChannels('/channels')
    await retype('https://b.example/')
    server.change({ agentTv: 'Otro/2', dateUpdate: 'd2' })
    await press('Guardar URL base')
    await screen.findByText('Los datos fueron guardados.')
    expect(server.stored()).toMatchObject({ tvUrlBase: 'https://b.example/', agentTv: 'Otro/2' })
  })

  it('are compared after a conflicting change, and saved on confirmation', async () => {
    allowReports()
    const server = serving(settings())
    openChannels('/channels')
    await retype('https://b.example/')
    server.change({ tvUrlBase: 'https://c.example/', dateUpdate: 'd2' })
    await press('Guardar URL base')
    const dialog = await screen.findByRole('dialog', { name: /^Otra persona guardó/ })
    expect(await within(dialog).findByText('https://c.example/')).toBeVisible()
    expect(server.stored().tvUrlBase).toBe('https://c.example/')
    await userEvent.click(within(dialog).getByRole('radio', { name: /^Conservar lo mío/ }))
    await userEvent.click(within(dialog).getByRole('button', { name: 'Aplicar' }))
    await waitFor(() => expect(screen.getByLabelText('URL base')).toHaveValue('https://b.example/'))
    await press('Guardar URL base')
    await waitFor(() => expect(server.stored().tvUrlBase).toBe('https://b.example/'))
  })
})
