import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Asked } from '../../../support/fake-api.ts'
import { press, userEvent, withContentScreens } from '../contents/open-contents.tsx'
import { channel, openChannels, sceneOf } from './open-channels.tsx'

withContentScreens()

const GUIDE = 'GET /api/channel/guides/g1/channels'
const found = [
  {
    epgId: 'siete.do',
    name: 'Canal Siete',
    now: { title: 'El Noticiero', start: '2026-03-15T14:00:00.000Z', stop: '2026-03-15T15:00:00.000Z' },
  },
  { epgId: 'ocho.do', name: 'Canal Ocho', now: null },
]
const withGuide = (fields = {}) => [channel({ channelGuide: 'g1', ...fields })]
const searches = (asked: readonly Asked[]) =>
  asked.filter(({ path }) => path.endsWith('/channels')).map(({ query }) => query.search)
const epgId = () => screen.findByRole('combobox', { name: 'EPG ID' })

describe('the EPG ID of a channel', () => {
  it('fetches the guide on first use of the field', async () => {
    const asked = sceneOf({ channels: withGuide(), answers: { [GUIDE]: { body: found } } })
    openChannels('/channel/k1')
    await waitFor(async () => expect(await epgId()).toBeEnabled())
    expect(searches(asked)).toEqual([])
    await userEvent.click(await epgId())
    await waitFor(() => expect(searches(asked)).toEqual(['']))
  })

  it('keeps the channel highlighted by the arrow keys while searching', async () => {
    const searched = ({ query }: Asked) => ({
      body: found.filter((each) => each.epgId.includes(query.search ?? '')),
    })
    const asked = sceneOf({ channels: withGuide(), answers: { [GUIDE]: searched } })
    openChannels('/channel/k1')
    await waitFor(async () => expect(await epgId()).toBeEnabled())
    await userEvent.click(await epgId())
    await waitFor(() => expect(searches(asked)).toEqual(['']))
    await userEvent.paste('ocho')
    expect(await screen.findAllByRole('option', { hidden: true })).toHaveLength(1)
    await userEvent.keyboard('{ArrowDown}')
    await waitFor(() => expect(searches(asked)).toEqual(['', 'ocho']))
    await userEvent.keyboard('{Enter}')
    expect(await epgId()).toHaveValue('ocho.do')
  })

  it('searches the typed text, and keeps it if the guide does not know it', async () => {
    const asked = sceneOf({
      channels: withGuide(),
      answers: {
        [GUIDE]: ({ query }) => ({ body: query.search === '' ? found : [] }),
        'PUT /api/channels/k1': ({ body }) => ({ body: { ...channel(), ...Object(body) } }),
      },
    })
    openChannels('/channel/k1')
    await waitFor(async () => expect(await epgId()).toBeEnabled())
    await userEvent.type(await epgId(), 'mi canal')
    await waitFor(() => expect(searches(asked)).toEqual(['', 'mi canal']))
    await userEvent.tab()
    expect(await epgId()).toHaveValue('mi canal')
    await press('Registrar')
    await waitFor(() =>
      expect(asked.find(({ method }) => method === 'PUT')?.body).toMatchObject({ epgId: 'mi canal' }),
    )
  })

  it('shows an unreadable guide, and accepts a typed id', async () => {
    const message = 'No se pudo leer la guía. La dirección no responde.'
    sceneOf({ channels: withGuide(), answers: { [GUIDE]: { status: 502, body: { message } } } })
    openChannels('/channel/k1')
    await waitFor(async () => expect(await epgId()).toBeEnabled())
    await userEvent.click(await epgId())
    await waitFor(async () => expect(await epgId()).toHaveAccessibleDescription(message))
    await userEvent.type(await epgId(), 'siete')
    expect(await epgId()).toHaveValue('siete')
  })
})
