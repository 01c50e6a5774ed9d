import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Asked } from '../../../support/fake-api.ts'
import { field, press, userEvent, withContentScreens } from '../contents/open-contents.tsx'
import { channel, openChannels, sceneOf } from './open-channels.tsx'

withContentScreens()

const GUIDES = 'GET /api/channel/guides/short'
const guide = (id: number, status = true) => ({ _id: `g${id}`, name: `Guía ${id}`, status })
const many = Array.from({ length: 25 }, (_, index) => guide(index + 1))

/** The guides as the API returns them: 25 at most, or those with the requested ids. */
const guides = ({ query }: Asked) => {
  const all = [...many, guide(130), guide(200, false)]
  if (query.ids !== undefined) return { body: all.filter(({ _id }) => query.ids?.split(',').includes(_id)) }
  const active = all.filter(({ status, name }) => status && name.includes(query.search ?? ''))
  return { body: active.slice(0, 25) }
}
const CHOSEN = 'GET /api/channel/guides'
const SIZE = { 'GET /api/channel/guides/size': { body: { count: 26 } } }
const scene = (fields = {}, answers = {}) =>
  sceneOf({
    channels: [channel(fields)],
    answers: { [GUIDES]: guides, [CHOSEN]: guides, ...SIZE, ...answers },
  })

const input = (name: RegExp) => screen.findByRole('combobox', { name })
const options = () => screen.queryAllByRole('option', { hidden: true }).map(({ textContent }) => textContent)

describe('the guide of a channel', () => {
  it('is searched on the server among the active ones', async () => {
    const asked = scene()
    openChannels('/channel/k1')
    await userEvent.click(await input(/^Guía/))
    await waitFor(() => expect(options()).toHaveLength(25))
    await userEvent.keyboard('130')
    await waitFor(() => expect(options()).toEqual(['Guía 130']))
    const lists = asked.filter(({ path, query }) => path.endsWith('/guides/short') && !query.ids)
    expect(lists.map(({ query }) => [query.status, query.search])).toEqual([
      ['true', undefined],
      ['true', '130'],
    ])
  })

  it('that became inactive is kept and offered only where it was chosen', async () => {
    scene({ channelGuide: 'g200', epgId: 'siete' })
    openChannels('/channel/k1')
    await waitFor(async () => expect(await input(/^Guía/)).toHaveValue('Guía 200'))
    await userEvent.click(await input(/^Guía/))
    await waitFor(() => expect(options()).toContain('Guía 200'))
  })

  it('clears the EPG ID when it is cleared', async () => {
    const asked = scene(
      { channelGuide: 'g1', epgId: 'siete' },
      { 'PUT /api/channels/k1': ({ body }: Asked) => ({ body: { ...channel(), ...Object(body) } }) },
    )
    openChannels('/channel/k1')
    await waitFor(async () => expect(await input(/^Guía/)).toHaveValue('Guía 1'))
    await userEvent.clear(await input(/^Guía/))
    await waitFor(async () => expect(await input(/^EPG ID/)).toHaveValue(''))
    expect(await input(/^EPG ID/)).toBeDisabled()
    await press('Registrar')
    await waitFor(() =>
      expect(asked.find(({ method }) => method === 'PUT')?.body).toMatchObject({
        channelGuide: null,
        epgId: '',
      }),
    )
  })
})

describe('the category of a channel', () => {
  const categories = {
    'GET /api/categories': ({ query }: Asked) => ({
      body: ['Cultura', 'noticias']
        .filter((name) => name.includes(query.search ?? ''))
        .map((name) => ({
          _id: name,
          name,
          type: 'TV EN VIVO',
          status: true,
        })),
    }),
    'GET /api/categories/size': { body: { count: 2 } },
  }

  it('is announced as required', async () => {
    scene({ category: '' }, categories)
    openChannels('/channel/k1')
    expect(await input(/^Categoría/)).toHaveAttribute('aria-required', 'true')
  })

  it('offers the active categories of live TV, then the known list, without duplicates', async () => {
    const asked = scene({ category: '' }, categories)
    openChannels('/channel/k1')
    await userEvent.click(await input(/^Categoría/))
    await userEvent.keyboard('{ArrowDown}')
    await waitFor(() => expect(options().slice(0, 2)).toEqual(['Cultura', 'noticias']))
    expect(options()).toContain('Deportes')
    expect(options()).not.toContain('Noticias')
    const { query } = asked.find(({ path }) => path === '/api/categories') ?? {}
    expect(query).toMatchObject({ type: 'TV EN VIVO', status: 'true' })
  })
})

it('the creation date of a channel is read-only', async () => {
  scene()
  openChannels('/channel/k1')
  const date = await field('Fecha de Creación')
  expect(date).toHaveValue('01/01/2026')
  expect(date).toHaveAttribute('readonly')
  expect(date).toHaveAccessibleDescription('1 de enero de 2026')
})
