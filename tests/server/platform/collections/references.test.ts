import { sql } from 'drizzle-orm'
import { pgTable, text } from 'drizzle-orm/pg-core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { recordOutput } from '../../../../src/domain/contract/entity.ts'
import { COLLECTIONS } from '../../../../src/server/collections.ts'
import { referenceErrors } from '../../../../src/server/platform/collections/references.ts'
import { type Collection, collection } from '../../../../src/server/platform/database/collection.ts'
import { recordColumns } from '../../../../src/server/platform/database/columns.ts'
import { withRetry } from '../../../../src/server/platform/database/transactions.ts'
import { NotFound } from '../../../../src/server/platform/http/errors.ts'
import { testCatalogue } from '../../../support/catalogue.ts'
import { categoryOf, create } from '../../../support/films.ts'

const api = '/api/categories'
const message = 'La categoría no existe.'

const table = pgTable('stations', {
  ...recordColumns(),
  title: text('title').notNull(),
  category: text('category'),
})

const fields = z.strictObject({ title: z.string(), category: z.string().nullable() })
const output = recordOutput.extend(fields.shape)

/** A single category in a column; films have a list of them. */
const stations = collection({
  entity: {
    resource: 'channel_lists',
    schemas: {
      new: fields,
      edited: fields,
      record: output,
      row: output,
    },
    references: { category: { to: 'categories', type: 'PELICULA', message } },
  },
  table,
  sorts: { title: table.title },
  shown: ['title', 'category'],
  detail: [],
  derive: ({ title }) => ({ search: title }),
})

const collections: Collection[] = [...COLLECTIONS, stations]
const catalogue = testCatalogue({ collections })

beforeEach(async () => {
  await catalogue.test.db.execute(sql`
    create table stations (
      _id text primary key, status boolean not null default true, user_create text not null default '',
      user_update text not null default '', date_create timestamptz not null, date_update timestamptz not null,
      search text not null, title text not null, category text)`)
  await catalogue.test.db.execute(sql`grant all on stations to public`)
})

afterEach(async () => {
  await catalogue.test.db.execute(sql`drop table stations`)
})

const check = (category: string | null) =>
  withRetry(catalogue.test.db, (tx) => referenceErrors(tx, stations, { title: 'Radio Uno', category }))

const store = (category: string) =>
  catalogue.test.db.execute(sql`
    insert into stations (_id, date_create, date_update, search, title, category)
    values ('s1', now(), now(), 'radio uno', 'Radio Uno', ${category})`)

test('a write requires the referenced record to exist and to be of the declared type', async () => {
  const film = await create(catalogue.operator, api, categoryOf())
  const series = await create(catalogue.operator, api, categoryOf({ type: 'SERIE' }))
  expect(await check(film._id)).toEqual([])
  expect(await check(null)).toEqual([])
  expect(await check(series._id)).toEqual([{ field: 'category', message }])
  expect(await check('nobody')).toEqual([{ field: 'category', message }])
})

test('a category referenced by a single column can neither be deleted nor change its type', async () => {
  const { _id } = await create(catalogue.operator, api, categoryOf())
  await store(_id)
  const deleted = await catalogue.operator.delete(`${api}/${_id}`)
  expect(deleted.status).toBe(409)
  expect(deleted.body.message).toBe('No puede eliminar la categoría, la usa 1 contenido.')
  const moved = await catalogue.operator.put(`${api}/${_id}`, { type: 'SERIE' })
  expect(moved.status).toBe(422)
  expect(moved.body.errors).toEqual({
    type: { message: 'No puede cambiar el tipo, la categoría la usa 1 contenido.' },
  })
  await catalogue.test.db.execute(sql`delete from stations`)
  expect((await catalogue.operator.delete(`${api}/${_id}`)).status).toBe(200)
})

const PARTS = { category: { to: 'categories', isPart: true } } as const

const parts = collection({ ...stations, entity: { ...stations.entity, references: PARTS } })

describe('records that are parts of another one', () => {
  beforeEach(() => {
    collections.splice(-1, 1, parts)
  })
  afterEach(() => {
    collections.splice(-1, 1, stations)
  })

  test('are deleted with it, each an event of the audit log', async () => {
    const { _id } = await create(catalogue.operator, api, categoryOf())
    await store(_id)
    expect((await catalogue.operator.delete(`${api}/${_id}`)).status).toBe(200)
    const left = await catalogue.test.db.execute<{ count: number }>(
      sql`select count(*)::int as count from stations`,
    )
    expect(left.rows[0]?.count).toBe(0)
    const events = await catalogue.test.db.execute(
      sql`select resource, action from audit_entries where record = 's1'`,
    )
    expect(events.rows).toEqual([{ resource: 'channel_lists', action: 'delete' }])
  })

  test('are not found below a record that does not exist', async () => {
    const fields = { title: 'Radio Uno', category: 'no-existe' }
    const checked = withRetry(catalogue.test.db, (tx) => referenceErrors(tx, parts, fields))
    await expect(checked).rejects.toBeInstanceOf(NotFound)
  })
})
