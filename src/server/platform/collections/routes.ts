import { z } from 'zod'
import type { Action } from '../../../domain/access/permissions.ts'
import { API_PATHS } from '../../../domain/access/resources.ts'
import type { Access } from '../auth/permissions.ts'
import type { App } from '../http/app-type.ts'
import type { Context } from '../http/context.ts'
import { NotFound } from '../http/errors.ts'
import { changesOf, idParameters, refusals } from '../http/shapes.ts'
import type { Collection } from './collection.ts'
import { createRecord } from './create-record.ts'
import { deleteRecord } from './delete-record.ts'
import { countRecords, listRecords, parsedQuery, queryShape } from './list-records.ts'
import { findRow, toWire } from './rows.ts'
import { updateRecord } from './update-record.ts'

export const countShape = z.object({ count: z.number() })
export const deletedShape = z.object({ _id: z.string() })
const dateUpdate = z.string().meta({ description: 'La que se leyó: con otra, nadie pisa lo guardado' })

export const collectionRoutes = (app: App, context: Context, collection: Collection): void => {
  readingRoutes(app, context, collection)
  writingRoutes(app, context, collection)
}

const accessOf =
  ({ resource, isLookup }: Collection) =>
  (action: Action): { access: Access } => ({
    access: action === 'read' && isLookup ? 'signed-in' : { action, resource },
  })

function readingRoutes(app: App, context: Context, collection: Collection): void {
  const { resource, label, table, wireShape, rowShape } = collection
  const path = API_PATHS[resource]
  const config = accessOf(collection)('read')
  const querystring = queryShape(collection)
  const tags = [label.many]
  for (const address of [path, `${path}/short`])
    app.get(
      address,
      {
        config,
        schema: {
          tags,
          summary: `Lista ${label.many.toLowerCase()}`,
          querystring,
          response: { 200: z.array(rowShape), ...refusals(401, 403, 422) },
        },
      },
      ({ query }) => listRecords(context, collection, parsedQuery(query)),
    )
  app.get(
    `${path}/size`,
    {
      config: { ...config, load: 'reports' },
      schema: {
        tags,
        summary: `Cuenta ${label.many.toLowerCase()} con los mismos filtros`,
        querystring,
        response: { 200: countShape, ...refusals(401, 403, 422) },
      },
    },
    ({ query }) => countRecords(context, collection, parsedQuery(query)),
  )
  app.get(
    `${path}/:id`,
    {
      config,
      schema: {
        tags,
        summary: `Muestra ${label.one}`,
        params: idParameters,
        response: { 200: wireShape, ...refusals(401, 403, 404) },
      },
    },
    async ({ params }) => {
      const row = await findRow(context.db, table, params.id)
      if (!row) throw new NotFound()
      return toWire(row)
    },
  )
}

function writingRoutes(app: App, context: Context, collection: Collection): void {
  const { resource, label, newShape, editedShape, wireShape } = collection
  const path = API_PATHS[resource]
  const access = accessOf(collection)
  const tags = [label.many]
  app.post(
    path,
    {
      config: access('create'),
      schema: {
        tags,
        summary: `Registra ${label.one}`,
        body: newShape,
        response: { 201: wireShape, ...refusals(401, 403, 409, 422) },
      },
    },
    async ({ caller, body }, reply) => {
      reply.code(201)
      return createRecord(context, collection, caller, body)
    },
  )
  app.put(
    `${path}/:id`,
    {
      config: access('update'),
      schema: {
        tags,
        summary: `Cambia los campos enviados de ${label.one}`,
        params: idParameters,
        body: changesOf(editedShape.safeExtend({ dateUpdate })),
        response: { 200: wireShape, ...refusals(401, 403, 404, 409, 422) },
      },
    },
    ({ caller, params, body }) => updateRecord(context, collection, caller, params.id, body),
  )
  app.delete(
    `${path}/:id`,
    {
      config: access('delete'),
      schema: {
        tags,
        summary: `Elimina ${label.one}`,
        params: idParameters,
        response: { 200: deletedShape, ...refusals(401, 403, 404, 409) },
      },
    },
    ({ caller, params }) => deleteRecord(context, collection, caller, params.id),
  )
}
