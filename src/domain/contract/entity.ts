import { z } from 'zod'
import { apiPath, type EntityName, entryOf, REGISTRY, resourceTitle } from '../registry.ts'
import type { Endpoint } from './endpoint.ts'
import { sizeOutput } from './list-limit.ts'

interface EntitySchemas {
  /** Other names of fields, which requests may use and answers repeat. */
  readonly aliases?: Readonly<Record<string, string>>
  /** Input schemas of a new and of an existing record. */
  readonly new: z.ZodObject
  readonly edited: z.ZodObject
  /** Output schemas of a record and of a list's row. */
  readonly record: z.ZodObject
  readonly row: z.ZodObject
}

const dateUpdate = z.string().meta({ description: 'La que se leyó: con otra, nadie pisa lo guardado' })

/** Declares a catalogue entity for server and admin: its schemas, and its eleven endpoints. */
export const entity = <const Name extends EntityName, Schemas extends EntitySchemas>(
  resource: Name,
  schemas: Schemas,
) => ({
  resource,
  schemas,
  references: entryOf(resource).references,
  endpoints: entityEndpoints(resource, schemas),
})

const entityEndpoints = <const Name extends EntityName, Schemas extends EntitySchemas>(
  resource: Name,
  schemas: Schemas,
) => {
  const { name } = entryOf(resource)
  const { operation } = REGISTRY[resource]
  const { aliases = {} } = schemas
  const one = `${name.article} ${name.one}`
  const path = () => apiPath(resource)
  const tag = resourceTitle(resource)
  const many = tag.toLowerCase()
  const list = {
    id: `list${operation.many}`,
    method: 'GET',
    path: path(),
    tag,
    summary: `Lista ${many}`,
    response: { 200: z.array<Schemas['row']>(withAliases(schemas.row, aliases)) },
    errors: [401, 403, 422],
  } as const satisfies Endpoint
  const record: Schemas['record'] = withAliases(schemas.record, aliases)
  const newRecord: Schemas['new'] = withAliases(schemas.new, aliases)
  return {
    list,
    /** Alias of the list at the path used by older clients. */
    listShort: { ...list, id: `list${operation.many}Short`, path: `${path()}/short` },
    count: {
      id: `count${operation.many}`,
      method: 'GET',
      path: `${path()}/size`,
      tag,
      summary: `Cuenta ${many} con los mismos filtros`,
      response: { 200: sizeOutput },
      errors: [401, 403, 422],
    },
    export: exportEndpoint(`export${operation.many}`, `${path()}/export`, tag, many),
    get: {
      id: `get${operation.one}`,
      method: 'GET',
      path: `${path()}/:id`,
      tag,
      summary: `Muestra ${one}`,
      response: { 200: record },
      errors: [401, 403, 404],
    },
    create: {
      id: `create${operation.one}`,
      method: 'POST',
      path: path(),
      tag,
      summary: `Registra ${one}`,
      body: newRecord,
      response: { 201: record },
      errors: [401, 403, 409, 422],
    },
    update: {
      id: `update${operation.one}`,
      method: 'PUT',
      path: `${path()}/:id`,
      tag,
      summary: `Cambia los campos enviados de ${one}`,
      body: withAliases(schemas.edited, aliases).safeExtend({ dateUpdate }),
      response: { 200: record },
      errors: [401, 403, 404, 409, 422],
    },
    delete: {
      id: `delete${operation.one}`,
      method: 'DELETE',
      path: `${path()}/:id`,
      tag,
      summary: `Elimina ${one}`,
      response: { 200: deletedOutput },
      errors: [401, 403, 404, 409],
    },
    ...trashEndpoints(resource, path(), record),
  } as const satisfies Record<string, Endpoint>
}

/** Adds the other names of fields to a schema of the wire; its type has the fields' own names alone. */
const withAliases = <Schema extends z.ZodObject>(
  schema: Schema,
  aliases: Readonly<Record<string, string>>,
): Schema => {
  const added = Object.entries(aliases).map(([alias, name]) => {
    const field = schema.shape[name] ?? z.never()
    const own = field instanceof z.ZodDefault ? field.unwrap() : field
    return [alias, z.optional(own).meta({ description: `Otro nombre de ${name}` })]
  })
  return added.length === 0 ? schema : asSchemaType(schema.safeExtend(Object.fromEntries(added)))
}

/** Its type stays that of the schema that was extended. */
const asSchemaType = <Schema extends z.ZodObject>(schema: z.ZodObject): Schema => schema as Schema

/** A deleted record that can be restored. */
const trashRowOutput = z.object({
  _id: z.string().meta({ description: 'El del registro, con el que se restaura' }),
  title: z.string(),
  detail: z.string().meta({ description: 'Lo que lo distingue de otros del mismo título, como el año' }),
  parts: z
    .number()
    .meta({ description: 'Cuántos registros vuelven con él, como los episodios de una serie' }),
  deletedBy: z.string().meta({ description: 'Vacío cuando ese usuario se eliminó' }),
  dateDelete: z.string().meta({ format: 'date-time' }),
  dateGone: z.string().meta({ format: 'date-time', description: 'Desde cuándo ya no se puede restaurar' }),
})
export type TrashRow = z.infer<typeof trashRowOutput>

export const trashEndpoints = <
  const Name extends EntityName,
  const Path extends string,
  RecordOutput extends z.ZodObject,
>(
  resource: Name,
  path: Path,
  record: RecordOutput,
) => {
  const { name } = entryOf(resource)
  const { operation } = REGISTRY[resource]
  const tag = resourceTitle(resource)
  return {
    trash: {
      id: `listDeleted${operation.many}`,
      method: 'GET',
      path: `${path}/trash`,
      tag,
      summary: `Lista ${name.many} en la papelera`,
      response: { 200: z.array(trashRowOutput) },
      errors: [401, 403, 422],
    },
    trashCount: {
      id: `countDeleted${operation.many}`,
      method: 'GET',
      path: `${path}/trash/size`,
      tag,
      summary: `Cuenta ${name.many} en la papelera con los mismos filtros`,
      response: { 200: sizeOutput },
      errors: [401, 403, 422],
    },
    restore: {
      id: `restore${operation.one}`,
      method: 'POST',
      path: `${path}/:id/restore`,
      tag,
      summary: `Restaura ${name.article} ${name.one} de la papelera, con todo lo que se eliminó con ello`,
      response: { 200: record },
      errors: [401, 403, 404, 409, 422],
    },
  } as const satisfies Record<string, Endpoint>
}

/** Export of a whole list as a file, with the list's filters, search and order. */
export const exportEndpoint = <const Id extends string, const Path extends string>(
  id: Id,
  path: Path,
  tag: string,
  what: string,
) =>
  ({
    id,
    method: 'GET',
    path,
    tag,
    summary: `Exporta ${what} con los mismos filtros, en CSV o JSON`,
    response: { 200: z.string() },
    errors: [401, 403, 404, 409, 422, 503],
  }) as const satisfies Endpoint

/** A catalogue entity with its schemas' types erased. */
export type Entity = ReturnType<typeof entity<EntityName, EntitySchemas>>

/** An instant, in ISO 8601 with the zone Z. */
export const instant = () => z.string().meta({ format: 'date-time' })

export const countOutput = z.object({ count: z.number() })

export const deletedOutput = z.object({ _id: z.string() })

/** A response without a body. */
export const noOutput = z.undefined()

/** The id of a record in its output. */
export const recordId = z.string().meta({ title: 'Id' })

/** Output common to all catalogue records. */
export const recordOutput = z.object({
  _id: recordId,
  status: z.boolean(),
  userCreate: z.string().meta({ title: 'Creado por' }),
  userUpdate: z.string().meta({ title: 'Modificado por' }),
  dateCreate: z.string().meta({ title: 'Fecha de Creación' }),
  dateUpdate: z.string().meta({ title: 'Fecha de modificación' }),
})
