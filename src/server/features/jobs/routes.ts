import { z } from 'zod'
import { JOB_ENDPOINTS } from '../../../domain/jobs/endpoints.ts'
import type { Access, Declaration } from '../../platform/auth/access.ts'
import { scopedRows } from '../../platform/auth/scope.ts'
import type { App, Context } from '../../platform/http/context.ts'
import { operation, idParameters as params } from '../../platform/http/operation.ts'
import { listRoutes } from '../../platform/lists/list-routes.ts'
import type { TaskKind } from '../../platform/tasks/queue.ts'
import { countRuns, exportedRuns, listRuns, runParameters } from './list-runs.ts'
import { retryRun } from './retry.ts'
import { listSchedules, runSchedule, switchSchedule } from './schedules.ts'

const RUNS = scopedRows('a run that one asked for', 'of the service')

const scheduleParameters = z.object({ kind: z.string() })

export const jobRoutes = (app: App, context: Context, kinds: readonly TaskKind[]): void => {
  const API = JOB_ENDPOINTS
  const access: Access = { action: 'read', resource: 'jobs' }
  const writing: Declaration = { access: { action: 'update', resource: 'jobs' } }
  listRoutes(app, context, API, {
    config: { access, cases: RUNS },
    querystring: runParameters,
    list: (context, currentUser, query) => listRuns(context, kinds, currentUser, query),
    count: countRuns,
    exported: (currentUser, query) => exportedRuns(kinds, currentUser, query),
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
    config: { ...writing, peopleOnly: true, cases: RUNS },
    async handler({ currentUser, params }, reply) {
      await retryRun(context, kinds, currentUser, params.id)
      return reply.code(202).send()
    },
  })
}
