import { getTableColumns } from 'drizzle-orm'
import { getTableConfig } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { ROUTES } from '../../../../src/domain/access/routes.ts'
import { API_PATHS, entryOf, RESOURCES } from '../../../../src/domain/registry.ts'
import { channelCollections } from '../../../../src/server/features/channels/routes.ts'
import { contentCollections } from '../../../../src/server/features/contents/collections.ts'
import type { Collection } from '../../../../src/server/platform/collections/collection.ts'

const collections: [string, Collection][] = [...contentCollections, ...channelCollections].map((each) => [
  each.entity.resource,
  each,
])

/** Episodes have endpoints of their own. */
const entities = RESOURCES.filter((resource) => entryOf(resource).operation && resource !== 'episodes')

const OWNED = ['_id', 'userCreate', 'userUpdate', 'dateCreate', 'dateUpdate', 'search', 'view']

test.each(entities)('%s has its collection', (resource) => {
  const names = collections.map(([name]) => name)
  const files = 'src/server/features/contents/collections.ts or src/server/features/channels/routes.ts'
  expect(names, `${resource} of src/domain/registry.ts has no collection in ${files}`).toContain(resource)
})

test.each(collections)('%s keeps and answers every field that an operator writes', (_name, collection) => {
  const columns = Object.keys(getTableColumns(collection.table))
  const written = Object.keys(collection.entity.schemas.new.shape)
  expect(columns).toEqual(expect.arrayContaining(written))
  expect(Object.keys(collection.entity.schemas.record.shape)).toEqual(expect.arrayContaining(written))
  expect(Object.keys(collection.entity.schemas.edited.shape)).toEqual(expect.arrayContaining(written))
  expect(columns).toEqual(expect.arrayContaining(Object.keys(collection.entity.schemas.record.shape)))
})

test.each(collections)('%s refers to other records through fields of its own', (_name, collection) => {
  const fields = Object.keys(collection.entity.schemas.references ?? {})
  expect(Object.keys(collection.entity.schemas.new.shape)).toEqual(expect.arrayContaining(fields))
})

test.each(collections)('%s lets nobody write what the server owns', (_name, collection) => {
  for (const name of OWNED) expect(Object.keys(collection.entity.schemas.new.shape)).not.toContain(name)
  expect(Object.keys(collection.entity.schemas.record.shape)).not.toContain('search')
})

test.each(collections)('%s has an index for each sort, and one for searches', (_name, collection) => {
  const indexes = getTableConfig(collection.table).indexes.map(({ config }) =>
    config.columns.map((column) => ('name' in column ? column.name : 'expression')),
  )
  for (const column of Object.values(collection.sorts)) expect(indexes).toContainEqual([column.name, '_id'])
  expect(indexes).toContainEqual(['expression'])
  expect(Object.keys(collection.sorts)).toContain(collection.defaultSort.by)
})

test.each(collections)('%s has its rows in the route table', (name, collection) => {
  const views = ROUTES.filter(({ resource }) => resource === name).map(({ view }) => view)
  expect(views).toEqual(['list', 'create', 'edit'])
  expect(API_PATHS[collection.entity.resource]).toMatch(/^\/api\//)
})
