import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Asked } from '../../support/fake-api.ts'
import { category, press, userEvent, withContentScreens } from '../../support/open-contents.tsx'
import { channel, openChannels, sceneOf } from './open-channels.tsx'

withContentScreens()

const GUIDE = 'GET /api/channel/guides/g1/channels'
const found = [
  {
    epgId: 'siete.do',
    name: 'Canal Siete',
    now: { title: 'El Noticiero', start: '2026-03-15T14:00:00.000Z', stop: '2026-03-15T15:00:00.000Z' },
    next: { title: 'La Película', start: '2026-03-15T15:00:00.000Z', stop: '2026-03-15T17:00:00.000Z' },
  },
  { epgId: 'ocho.do', name: 'Canal Ocho', now: null, next: null },
]
const withGuide = (fields = {}) => [channel({ channelGuide: 'g1', ...fields })]
const searches = (asked: readonly Asked[]) =>
  asked.filter(({ path }) => path.endsWith('/channels')).map(({ query }) => query.search)
const epgId = () => screen.findByRole('combobox', { name: 'EPG ID' })

const options = () => screen.queryAllByRole('option', { hidden: true }).map(({ textContent }) => textContent)

describe('the EPG ID of a channel', () => {
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

  it('searches the typed text once the field is used, and accepts it if the guide does not have it', async () => {
    const asked = sceneOf({
      channels: withGuide(),
      answers: {
        [GUIDE]: ({ query }) => ({ body: query.search === '' ? found : [] }),
        'PUT /api/channels/k1': ({ body }) => ({ body: { ...channel(), ...Object(body) } }),
      },
    })
    openChannels('/channel/k1')
    await waitFor(async () => expect(await epgId()).toBeEnabled())
    expect(searches(asked)).toEqual([])
    await userEvent.type(await epgId(), 'mi canal')
    await waitFor(() => expect(searches(asked)).toEqual(['', 'mi canal']))
    await userEvent.tab()
    expect(await epgId()).toHaveValue('mi canal')
    await press('Registrar')
    await waitFor(() =>
      expect(asked.find(({ method }) => method === 'PUT')?.body).toMatchObject({ epgId: 'mi canal' }),
    )
  })

  it('shows the current and the next programme from the stored guide', async () => {
    const asked = sceneOf({
      channels: withGuide({ epgId: 'siete.do' }),
      answers: { [GUIDE]: { body: found } },
    })
    openChannels('/channel/k1')
    await waitFor(async () =>
      expect(await epgId()).toHaveAccessibleDescription(/^Ahora: El Noticiero .* · Después: La Película /),
    )
    const [stored, ...others] = asked.filter(
      ({ path }) => path.endsWith('/channels') && path.includes('guides'),
    )
    expect(stored?.query).toEqual({ search: 'siete.do', stored: 'true' })
    expect(others).toEqual([])
  })

  it('warns about a damaged guide only if the chosen name contains damaged characters', async () => {
    const damaged = found.map((each) => ({ ...each, name: 'Televisi�n Siete' }))
    sceneOf({ channels: withGuide({ epgId: 'ocho.do' }), answers: { [GUIDE]: { body: damaged } } })
    openChannels('/channel/k1')
    await waitFor(async () =>
      expect(await epgId()).toHaveAccessibleDescription(/^La guía trae � donde está dañada/),
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

describe('the category of a channel', () => {
  const categories = {
    'GET /api/categories': ({ query }: Asked) => ({
      body: ['Cultura', 'noticias']
        .filter((name) => name.includes(query.search ?? ''))
        .map((name) => category({ _id: name, name, type: 'TV EN VIVO' })),
    }),
    'GET /api/categories/size': { body: { count: 2 } },
  }

  it('offers the active categories of live TV, then the predefined ones, without duplicates', async () => {
    const asked = sceneOf({ channels: [channel({ category: '' })], answers: categories })
    openChannels('/channel/k1')
    await userEvent.click(await screen.findByRole('combobox', { name: /^Categoría/ }))
    await userEvent.keyboard('{ArrowDown}')
    await waitFor(() => expect(options().slice(0, 2)).toEqual(['Cultura', 'noticias']))
    expect(options()).toContain('Deportes')
    expect(options()).not.toContain('Noticias')
    const { query } = asked.find(({ path }) => path === '/api/categories') ?? {}
    expect(query).toMatchObject({ type: 'TV EN VIVO', status: 'true' })
  })
})
