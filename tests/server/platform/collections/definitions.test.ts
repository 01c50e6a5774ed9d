import { Column, getTableColumns, SQL } from 'drizzle-orm'
import { getTableConfig } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { ROUTES } from '../../../../src/domain/access/routes.ts'
import { changesBetween } from '../../../../src/domain/audit/audit-event.ts'
import { versionChanges } from '../../../../src/domain/audit/versions.ts'
import { API_PATHS, entryOf, RESOURCES } from '../../../../src/domain/registry.ts'
import { COLLECTIONS } from '../../../../src/server/collections.ts'
import { type Collection, tableOf } from '../../../../src/server/platform/database/collection.ts'

/** Episodes have endpoints of their own. */
const collections: [string, Collection][] = COLLECTIONS.map((each): [string, Collection] => [
  each.entity.resource,
  each,
]).filter(([resource]) => resource !== 'episodes')

const referring = COLLECTIONS.flatMap((collection) =>
  Object.entries(collection.entity.references ?? {}).map(
    ([field, reference]) => [collection.entity.resource, field, reference, collection] as const,
  ),
)

const REGISTRY_FILE = 'src/domain/registry.ts'
const SCHEMA_FILE = 'src/server/platform/database/schema/contents.ts'

const modules = import.meta.glob<Record<string, unknown>>(
  [
    '/src/domain/{channels,contents}/*.ts',
    '/src/server/features/{channels,contents}/*.ts',
    '/src/server/platform/database/schema/*.ts',
  ],
  { eager: true },
)

/** The file that exports a table, an entity or a collection. */
const fileOf = (declared: unknown): string =>
  Object.entries(modules)
    .find(([, exports]) => Object.values(exports).includes(declared))?.[0]
    .slice(1) ?? 'src'

/** The first column of an index, or the column inside an expression, as of a GIN index. */
const leadingColumn = (column: unknown): string | undefined => {
  if (column instanceof SQL) return leadingColumn(column.queryChunks.find((chunk) => chunk instanceof Column))
  return typeof column === 'object' && column !== null && 'name' in column ? String(column.name) : undefined
}

const entities = RESOURCES.filter((resource) => entryOf(resource).operation)

const OWNED = ['_id', 'userCreate', 'userUpdate', 'dateCreate', 'dateUpdate', 'search', 'view']

test.each(entities)('%s has its collection', (resource) => {
  const names = COLLECTIONS.map(({ entity }) => entity.resource)
  const files = 'src/server/features/contents/collections.ts or src/server/features/channels/collections.ts'
  expect(names, `${resource} of ${REGISTRY_FILE} has no collection in ${files}`).toContain(resource)
})

test.each(COLLECTIONS.map((each) => [each.entity.resource, each] as const))(
  '%s has one table',
  (resource, { table }) =>
    expect(tableOf(resource) === table, `CATALOGUE_TABLES in ${SCHEMA_FILE}: another table`).toBe(true),
)

test.each(collections)('%s stores and returns every field that an operator writes', (name, collection) => {
  const columns = Object.keys(getTableColumns(collection.table))
  const written = Object.keys(collection.entity.schemas.new.shape)
  const { record, edited } = collection.entity.schemas
  const answered = Object.keys(record.shape)
  const without = (fields: string[], known: string[]) => fields.filter((field) => !known.includes(field))
  const schema = `the schemas of ${name} in ${fileOf(collection.entity)}`
  expect(without(written, columns), `fields without a column in ${fileOf(collection.table)}`).toEqual([])
  expect(without(written, answered), `fields missing in the output of ${schema}`).toEqual([])
  expect(without(written, Object.keys(edited.shape)), `fields missing in 'edited' of ${schema}`).toEqual([])
  expect(without(answered, columns), `output without a column in ${fileOf(collection.table)}`).toEqual([])
})

test.each(collections)('%s declares the fields that a copy of a record omits', (name, { entity }) => {
  const { notCopied = [] } = entryOf(entity.resource)
  const fields = Object.keys(entity.schemas.new.shape)
  const unknown = notCopied.filter((field) => !fields.includes(field))
  expect(unknown, `${REGISTRY_FILE}: notCopied of ${name}, but no fields of ${fileOf(entity)}`).toEqual([])
  const unique = fields.filter((field) => /^(content|imdbId|number|link|guideLink|url|epgId)$/.test(field))
  const missing = unique.filter((field) => !notCopied.includes(field))
  expect(missing, `${REGISTRY_FILE}: missing in notCopied of ${name}`).toEqual([])
})

test.each(COLLECTIONS.map((each) => [each.entity.resource, each] as const))(
  '%s can be reverted to an earlier version with the fields of its form',
  (name, { table, entity }) => {
    const row = Object.fromEntries(Object.keys(getTableColumns(table)).map((column) => [column, 'x']))
    const since = { action: 'update', changes: changesBetween({}, row) } as const
    const { fields } = versionChanges(entity.resource, row, [since])
    const written = Object.keys(entity.schemas.edited.shape)
    // The series of an episode never changes.
    const others = fields.map(({ field }) => field).filter((field) => field !== 'serieId')
    const derived = others.filter((field) => field !== 'dateCreate' && !written.includes(field))
    expect(derived, `src/domain/audit/versions.ts: missing in DERIVED, for ${name}`).toEqual([])
  },
)

test('a record that is part of another one refers to no other record, so that restoring checks no further references', () => {
  for (const { entity } of COLLECTIONS) {
    const references = Object.values(entity.references ?? {})
    if (references.some(({ isPart }) => isPart)) expect(references, entity.resource).toHaveLength(1)
  }
})

test.each(referring)(
  '%s.%s refers to a collection through a field of its own, whose column has an index',
  (resource, field, reference, collection) => {
    const { new: input } = collection.entity.schemas
    expect(Object.keys(input.shape), `${REGISTRY_FILE}: no such field of ${resource}`).toContain(field)
    const targets = COLLECTIONS.map(({ entity }) => entity.resource)
    expect(targets, `${REGISTRY_FILE}: no collection keeps what ${resource}.${field} refers to`).toContain(
      reference.to,
    )
    const leading = getTableConfig(collection.table).indexes.map(({ config }) =>
      leadingColumn(config.columns[0]),
    )
    const file = fileOf(collection.table)
    expect(
      leading,
      `${file}: ${resource}.${field} needs an index, which deletions of ${reference.to} look it up by`,
    ).toContain(new Map(Object.entries(getTableColumns(collection.table))).get(field)?.name)
  },
)

test.each(collections)('%s rejects fields of the server', (_name, { entity }) => {
  const { new: input, record } = entity.schemas
  const file = fileOf(entity)
  expect(
    OWNED.filter((name) => name in input.shape),
    `${file}: written by the server only`,
  ).toEqual([])
  expect(Object.keys(record.shape), `${file}: never answered`).not.toContain('search')
})

test.each(collections)('%s has an index for each sort, and one for searches', (name, collection) => {
  const indexes = getTableConfig(collection.table).indexes.map(({ config }) =>
    config.columns.map((column) => ('name' in column ? column.name : 'expression')),
  )
  const file = fileOf(collection.table)
  for (const column of Object.values(collection.sorts))
    expect(indexes, `${file}: ${name} lacks sortIndex for ${column.name}`).toContainEqual([
      column.name,
      '_id',
    ])
  expect(indexes, `${file}: ${name} lacks searchIndex`).toContainEqual(['expression', 'expression'])
  expect(
    Object.keys(collection.sorts),
    `${fileOf(collection)}: no sort for the order in ${REGISTRY_FILE}`,
  ).toContain(entryOf(collection.entity.resource).sort?.field)
})

test.each(collections)('%s has its routes in the route table', (name, collection) => {
  const screens = ROUTES.filter(({ resource }) => resource === name)
  expect(
    screens.map(({ view, needs }) => view ?? needs),
    `${REGISTRY_FILE}: screens of ${name}`,
  ).toEqual(['list', 'create', 'edit', 'delete'])
  expect(API_PATHS[collection.entity.resource], `${REGISTRY_FILE}: path of ${name}`).toMatch(/^\/api\//)
})
