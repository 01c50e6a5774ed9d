import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { createOrUpdate } from '../../../domain/access/permissions.ts'
import { ROW_COUNT_HEADER } from '../../../domain/contract/export.ts'
import { ENCODING_NAMES, type Encoding } from '../../../domain/format/encodings.ts'
import {
  IMPORT_ENDPOINTS as API,
  CSV_TYPES,
  fileLimits,
  type importEndpoints,
  ROW_VERDICTS,
} from '../../../domain/imports/import.ts'
import { text } from '../../../domain/validation/fields.ts'
import { choice } from '../../../domain/validation/filters.ts'
import type { Declaration } from '../auth/access.ts'
import { ownRows } from '../auth/scope.ts'
import { exportOptions } from '../exports/export-list.ts'
import type { App, Context } from '../http/context.ts'
import { Invalid, Overloaded } from '../http/errors.ts'
import { operation, idParameters as params, wholeNumber } from '../http/operation.ts'
import { fileTooCostly, type Sandbox } from '../sandbox/sandbox.ts'
import type { ImportWork } from './import-work.ts'
import {
  applyImport,
  checkImport,
  describedFields,
  discardImport,
  type ImportWorks,
  importHistory,
  keepUpload,
  listImportRows,
  readImport,
  readRefused,
} from './imports.ts'
import type { readTable } from './read-table.ts'
import { tableError } from './read-table.ts'

const MAX_NAME = 200

const uploadQuery = z.strictObject({
  name: text(MAX_NAME).meta({ description: 'El nombre del archivo' }),
  encoding: choice(ENCODING_NAMES)
    .optional()
    .meta({ description: 'La codificación; sin ella, la que parece tener' }),
})

interface UploadQuery {
  name: string
  encoding?: Encoding | undefined
  [field: string]: unknown
}

/** The query of an upload; its type doesn't include the resource's scope. */
const asUploadQuery = (query: object): UploadQuery => query as UploadQuery

/** Time limit of reading a file, in milliseconds: a second per MiB. */
const READ_MS_PER_BYTE = 1_000 / 1_048_576

/** Files of a user that are received or read at once: each is in memory as a whole. */
const FILES_AT_ONCE = 2
const RETRY_AFTER_SECONDS = 5

/** Hooks that refuse further uploads of a user, before their body. */
const uploadLimit = () => {
  const users = new Map<FastifyRequest, string>()
  return {
    onRequest: async (request: FastifyRequest) => {
      const { id } = request.currentUser
      if ([...users.values()].filter((each) => each === id).length >= FILES_AT_ONCE)
        throw new Overloaded(RETRY_AFTER_SECONDS)
      users.set(request, id)
    },
    onResponse: async (request: FastifyRequest) => void users.delete(request),
  }
}

const noQuery = z.strictObject({})

/** Endpoints that upload files of a resource, and list its undoable imports. */
export const uploadRoutes = (
  app: App,
  context: Context,
  sandbox: Sandbox,
  api: ReturnType<typeof importEndpoints<string>>,
  work: ImportWork,
): void => {
  const config = { access: createOrUpdate(work.resource), peopleOnly: true } as const
  const limit = uploadLimit()
  app.register(async (scope: App) => {
    scope.removeContentTypeParser('text/plain')
    scope.addContentTypeParser([...CSV_TYPES], { parseAs: 'buffer' }, (_request, body, done) => {
      done(null, body)
    })
    const { schema, ...route } = operation(api.upload, { querystring: uploadQuery.extend(work.scope ?? {}) })
    scope.route({
      ...route,
      ...limit,
      schema: { ...schema, consumes: CSV_TYPES },
      config,
      bodyLimit: fileLimits(work.resource).bytes,
      async handler({ currentUser, query, body }, reply) {
        const { name, encoding, ...shared } = asUploadQuery(query)
        const error = tableError(body)
        if (error !== undefined) throw new Invalid([{ field: '', message: error }])
        const table = await sandbox.parse<typeof readTable>(
          'table',
          { bytes: body, encoding, mostRows: work.mostRows },
          {
            user: currentUser.id,
            stopped: fileTooCostly,
            timeLimit: body.length * READ_MS_PER_BYTE,
          },
        )
        reply.code(201)
        return keepUpload(context, currentUser, { work, scope: shared, name, table })
      },
    })
  })
  app.route({
    ...operation(api.fields, { querystring: z.strictObject(work.scope ?? {}) }),
    config,
    handler: async ({ query }) => describedFields(work, query),
  })
  app.route({
    ...operation(api.history, { querystring: noQuery }),
    config,
    handler: ({ currentUser }) => importHistory(context, currentUser, work.resource),
  })
}

const rowParameters = z.strictObject({
  verdict: choice(ROW_VERDICTS).optional(),
  page: wholeNumber(1, 100_000).optional(),
  limit: wholeNumber(1, 100).optional(),
})

const sendFile = (
  reply: FastifyReply,
  { name, rows, lines }: Awaited<ReturnType<typeof readRefused>>,
): FastifyReply =>
  reply
    .headers({ [ROW_COUNT_HEADER]: String(rows), 'content-disposition': `attachment; filename="${name}"` })
    .type('text/csv; charset=utf-8')
    .send(Readable.from(lines))

/**
 * Endpoints of the current user's imports; those of others are answered with 404. Each step requires the resource's
 * permission.
 */
export const importRoutes = (app: App, context: Context, works: ImportWorks): void => {
  const needs = {
    any: works.map(({ resource }) => createOrUpdate(resource)),
    name: 'to create or update its resource',
  }
  const cases = ownRows('an import of one’s own', 'another user’s', { needs })
  const config: Declaration = { access: 'signed-in', peopleOnly: true, cases }
  app.route({
    ...operation(API.get, { params }),
    config,
    handler: ({ currentUser, params }) => readImport(context, works, currentUser, params.id),
  })
  app.route({
    ...operation(API.rows, { params, querystring: rowParameters }),
    config,
    handler: ({ currentUser, params, query }) =>
      listImportRows(context, works, currentUser, params.id, query),
  })
  app.route({
    ...operation(API.refused, { params, produces: ['text/csv'] }),
    ...exportOptions(config, false),
    async handler({ currentUser, params }, reply) {
      return sendFile(reply, await readRefused(context, works, currentUser, params.id))
    },
  })
  app.route({
    ...operation(API.check, { params }),
    config,
    async handler({ currentUser, params, body }, reply) {
      reply.code(202)
      return checkImport(context, works, currentUser, params.id, body)
    },
  })
  app.route({
    ...operation(API.apply, { params }),
    config,
    async handler({ currentUser, params, body }, reply) {
      reply.code(202)
      return applyImport(context, works, currentUser, params.id, body)
    },
  })
  app.route({
    ...operation(API.discard, { params }),
    config,
    handler: ({ currentUser, params }) => discardImport(context, works, currentUser, params.id),
  })
}
