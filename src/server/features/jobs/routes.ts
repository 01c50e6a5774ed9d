import { z } from 'zod'
import { JOB_ENDPOINTS, jobRunOutput } from '../../../domain/jobs/endpoints.ts'
import type { Access } from '../../platform/auth/access.ts'
import { EXPORT_TYPES, exporting, exportParameters, sendExport } from '../../platform/exports/export-list.ts'
import type { App, Context } from '../../platform/http/context.ts'
import { operation, idParameters as params } from '../../platform/http/operation.ts'
import type { JobKind } from '../../platform/jobs/queue.ts'
import { sizeParameters } from '../../platform/lists/list-end.ts'
import { countRuns, exportedRuns, listRuns, runParameters } from './list-runs.ts'
import { retryRun } from './retry.ts'
import { listSchedules, runSchedule, switchSchedule } from './schedules.ts'

const scheduleParameters = z.object({ kind: z.string() })

export const jobRoutes = (app: App, context: Context, kinds: readonly JobKind[]): void => {
  const API = JOB_ENDPOINTS
  const access: Access = { action: 'read', resource: 'jobs' }
  const writing: { access: Access } = { access: { action: 'update', resource: 'jobs' } }
  app.route({
    ...operation(API.list, { querystring: runParameters }),
    config: { access },
    handler: ({ currentUser, query }) => listRuns(context, kinds, currentUser, query),
  })
  app.route({
    ...operation(API.count, { querystring: sizeParameters(runParameters) }),
    config: { access, load: 'reports' },
    handler: ({ currentUser, query }) => countRuns(context, currentUser, query),
  })
  app.route({
    ...operation(API.export, {
      querystring: exportParameters(runParameters, jobRunOutput),
      produces: EXPORT_TYPES,
    }),
    ...exporting(access),
    handler: (request, reply) =>
      sendExport(context, request, reply, exportedRuns(kinds, request.currentUser, request.query)),
  })
  app.route({
    ...operation(API.schedules),
    config: { access },
    handler: ({ currentUser }) => listSchedules(context, kinds, currentUser),
  })
  app.route({
    ...operation(API.switch, { params: scheduleParameters }),
    config: writing,
    handler: ({ currentUser, params, body }) =>
      switchSchedule(context, kinds, currentUser, params.kind, body.isOn),
  })
  app.route({
    ...operation(API.run, { params: scheduleParameters }),
    config: writing,
    async handler({ currentUser, params }, reply) {
      reply.code(202)
      return runSchedule(context, kinds, currentUser, params.kind)
    },
  })
  app.route({
    ...operation(API.retry, { params }),
    config: writing,
    async handler({ currentUser, params }, reply) {
      await retryRun(context, kinds, currentUser, params.id)
      return reply.code(202).send()
    },
  })
}
