import { afterEach, describe, expect, expectTypeOf, it, vi } from 'vitest'
import { ask, type RecordOf, type RowOf } from '../../../src/admin/api/client.ts'
import type { Me } from '../../../src/domain/users/endpoints.ts'
import { fakeApi } from '../../support/fake-api.ts'

afterEach(() => vi.unstubAllGlobals())

describe('the typed client', () => {
  it('puts parameters and query into the address, and gives what was answered', async () => {
    const asked = fakeApi({ 'GET /api/users/a%20b': { body: { _id: 'a b' } } })
    expect(await ask('GET /api/users/:id', { params: { id: 'a b' } })).toEqual({ _id: 'a b' })
    expect(asked).toHaveLength(1)
  })

  it('says in Spanish that an answer is no JSON, as of a proxy in between', async () => {
    vi.stubGlobal('fetch', async () => new Response('<html>', { status: 200 }))
    await expect(ask('GET /api/users/me')).rejects.toThrow('El servidor no entregó una respuesta válida.')
  })

  it('has the types of the output schemas: a field that one lacks does not compile', () => {
    expectTypeOf(ask<'GET /api/users/me'>).returns.resolves.toEqualTypeOf<Me>()
    expectTypeOf<RecordOf<'movies'>['title']>().toEqualTypeOf<string>()
    // @ts-expect-error -- rows leave the synopsis out
    expectTypeOf<RowOf<'movies'>['synopsis']>()
    // @ts-expect-error -- no output schema names it so
    expectTypeOf<RecordOf<'movies'>['covert']>()
    // @ts-expect-error -- an address that the contract lacks
    expectTypeOf(ask<'GET /api/movie'>)
  })
})
