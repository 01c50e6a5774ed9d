import type { Action } from '../../../domain/access/permissions.ts'
import type { Entity } from '../../../domain/contract/entity.ts'
import type { Access } from '../auth/permissions.ts'
import type { App } from '../http/app-type.ts'
import type { Context } from '../http/context.ts'
import { NotFound } from '../http/errors.ts'
import { operation } from '../http/operation.ts'
import { changesOf, idParameters } from '../http/schemas.ts'
import type { Collection } from './collection.ts'
import { createRecord } from './create-record.ts'
import { deleteRecord } from './delete-record.ts'
import { countRecords, listRecords, parsedQuery, querySchema } from './list-records.ts'
import { findRow, toResponse } from './rows.ts'
import { updateRecord } from './update-record.ts'

const params = idParameters

/** The endpoints of a catalogue entity. */
export const collectionRoutes = (
  app: App,
  context: Context,
  collection: Collection & { readonly entity: Entity },
): void => {
  const { entity, table, isLookup } = collection
  const { resource, endpoints: api } = entity
  const querystring = querySchema(collection)
  const access = (action: Action): Access =>
    action === 'read' && isLookup ? 'signed-in' : { action, resource }

  for (const endpoint of [api.list, api.listShort])
    app.route({
      ...operation(endpoint, { querystring }),
      config: { access: access('read') },
      handler: ({ query }) => listRecords(context, collection, parsedQuery(query)),
    })
  app.route({
    ...operation(api.count, { querystring }),
    config: { access: access('read'), load: 'reports' },
    handler: ({ query }) => countRecords(context, collection, parsedQuery(query)),
  })
  app.route({
    ...operation(api.get, { params }),
    config: { access: access('read') },
    async handler({ params }) {
      const row = await findRow(context.db, table, params.id)
      if (!row) throw new NotFound()
      return toResponse(row)
    },
  })
  app.route({
    ...operation(api.create),
    config: { access: access('create') },
    async handler({ currentUser, body }, reply) {
      reply.code(201)
      return createRecord(context, collection, currentUser, body)
    },
  })
  app.route({
    ...operation(api.update, { params, body: changesOf(api.update.body) }),
    config: { access: access('update') },
    handler: ({ currentUser, params, body }) =>
      updateRecord(context, collection, currentUser, params.id, body),
  })
  app.route({
    ...operation(api.delete, { params }),
    config: { access: access('delete') },
    handler: ({ currentUser, params }) => deleteRecord(context, collection, currentUser, params.id),
  })
}
