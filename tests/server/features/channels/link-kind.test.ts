import { expect, test } from 'vitest'
import { testCatalogue } from '../../../support/catalogue.ts'
import { channelOf, stored } from '../../../support/channels.ts'

const catalogue = testCatalogue({ keep: true })
const channels = '/api/channels'
const { linkInternal: _, ...unnamed } = channelOf()

test('a channel accepts and returns urlInternal as an alias of linkInternal', async () => {
  const { operator } = catalogue
  const created = await stored(operator, channels, { ...unnamed, urlInternal: 'E' })
  expect(created).toMatchObject({ linkInternal: 'E', urlInternal: 'E' })
  const path = `${channels}/${created._id}`
  const edited = await operator.put(path, { urlInternal: 'I', dateUpdate: created.dateUpdate })
  expect(edited).toMatchObject({ status: 200, body: { linkInternal: 'I', urlInternal: 'I' } })
  expect((await operator.get(path)).body).toMatchObject({ linkInternal: 'I', urlInternal: 'I' })
  for (const list of [channels, `${channels}/short`])
    expect((await operator.get(list)).rows).toEqual([
      expect.objectContaining({ linkInternal: 'I', urlInternal: 'I' }),
    ])
  await operator.delete(path)
  const restored = await operator.post(`${path}/restore`, {})
  expect(restored).toMatchObject({ status: 200, body: { linkInternal: 'I', urlInternal: 'I' } })
})

test('an export of all columns has the link kind once', async () => {
  await stored(catalogue.operator, channels, channelOf())
  const { status, text } = await catalogue.operator.get(`${channels}/export?columns=all`)
  expect([status, text.split('Tipo de enlace').length]).toEqual([200, 2])
  expect(text).not.toContain('urlInternal')
})

test('both names may be sent with the same value; different values are rejected', async () => {
  const { operator } = catalogue
  const { _id } = await stored(operator, channels, { ...unnamed, linkInternal: 'E', urlInternal: 'E' })
  const differing = { linkInternal: 'I', urlInternal: 'E' }
  const rejected = {
    status: 422,
    body: {
      errors: { urlInternal: { message: 'Es otro nombre de linkInternal: debe tener el mismo valor.' } },
    },
  }
  expect(await operator.post(channels, { ...unnamed, ...differing })).toMatchObject(rejected)
  expect(await operator.put(`${channels}/${_id}`, differing)).toMatchObject(rejected)
  expect((await operator.get(`${channels}/${_id}`)).body).toMatchObject({ linkInternal: 'E' })
})

test('permissions are checked before the two names are compared', async () => {
  const reader = await catalogue.withGrants({ 'channel-list': [] })
  const differing = { ...unnamed, linkInternal: 'I', urlInternal: 'E' }
  expect((await reader.post(channels, differing)).status).toBe(403)
})
