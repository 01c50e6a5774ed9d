import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { isListScreen, ROUTES } from '../../src/domain/access/routes.ts'
import { channelEntity } from '../../src/domain/channels/channel.ts'
import { columnLabel, fieldLabel } from '../../src/domain/field-labels.ts'
import { API_PATHS, RESOURCES } from '../../src/domain/registry.ts'

const tableSchema = z.object({
  path: z.string().endsWith('/export'),
})
const listSchema = z.object({
  path: z.string(),
  response: z.object({ 200: z.instanceof(z.ZodArray) }),
})

interface Exported {
  path: string
  row: z.ZodObject
}

/** Pairs of a list and its export among the endpoints that a module declares. */
const exportsIn = (endpoints: object): Exported[] =>
  Object.values(endpoints).flatMap((endpoint) => {
    const exported = tableSchema.safeParse(endpoint)
    if (!exported.success) return []
    const lists = Object.values(endpoints).map((each) => listSchema.safeParse(each).data)
    const list = lists.find((each) => `${each?.path}/export` === exported.data.path)
    const row = list?.response[200].element
    return row instanceof z.ZodObject ? [{ path: list?.path ?? '', row }] : []
  })

const modules = Object.values(
  import.meta.glob<Record<string, unknown>>('../../src/domain/*/*.ts', { eager: true }),
)
const found = modules.flatMap((module) =>
  Object.values(module).flatMap((value) => {
    if (typeof value !== 'object' || value === null) return []
    const endpoints: unknown = 'endpoints' in value ? value.endpoints : value
    return typeof endpoints === 'object' && endpoints !== null ? exportsIn(endpoints) : []
  }),
)

/** The resource of a list. */
const nameOf = (path: string) => {
  if (path === '/api/issues/groups') return 'issues'
  if (path.startsWith('/api/series/')) return 'episodes'
  if (path.startsWith(API_PATHS.activitys)) return 'activitys'
  return RESOURCES.find((resource) => API_PATHS[resource] === path)
}

/** Aliases of exported fields are not exported themselves. */
const isAlias = (field: string) => Object.hasOwn(channelEntity.schemas.aliases, field)

describe.each(found)('the export of $path', ({ path, row }) => {
  const resource = nameOf(path)
  const columns = Object.keys(row.shape).filter((field) => !isAlias(field))

  test('has a Spanish header for each of its columns', () => {
    if (resource === undefined) throw new Error(`No resource has ${path}`)
    const unnamed = columns.filter((field) => fieldLabel(resource, field) === field)
    expect(unnamed).toEqual([])
  })

  test('has a unique header for each of its columns', () => {
    if (resource === undefined) throw new Error(`No resource has ${path}`)
    const headers = columns.map((field) => columnLabel(resource, field))
    expect(headers.filter((header, index) => headers.indexOf(header) !== index)).toEqual([])
  })
})

test('the list of each screen has an export', () => {
  const exported = found.map(({ path }) => nameOf(path))
  for (const { resource, template } of ROUTES.filter(isListScreen))
    expect(exported, `${template} has a list without an export`).toContain(resource)
})
