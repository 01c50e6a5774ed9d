import { z } from 'zod'
import { ACTIVITY_ENDPOINTS } from '../../../domain/support/activity.ts'
import { HISTORY_ENDPOINTS } from '../../../domain/support/history.ts'
import { ISSUE_ENDPOINTS, newRepairSchema } from '../../../domain/support/issue-endpoints.ts'
import { id } from '../../../domain/validation/ids.ts'
import { text } from '../../../domain/validation/text.ts'
import type { Access } from '../../platform/auth/permissions.ts'
import type { App } from '../../platform/http/app-type.ts'
import type { Context } from '../../platform/http/context.ts'
import { operation } from '../../platform/http/operation.ts'
import { idParameters } from '../../platform/http/schemas.ts'
import { activityParameters, countActivity, listActivity } from './list-activity.ts'
import { countHistories, historyParameters, listHistories, listHistoriesOf } from './list-histories.ts'
import { countGroups, listGroups } from './list-issue-groups.ts'
import {
  countIssues,
  groupParameters,
  issueParameters,
  listIssues,
  totalIssues,
  totalParameters,
} from './list-issues.ts'
import { recordIssue } from './record-issue.ts'
import { recordVisit } from './record-visit.ts'
import { repairIssues, setIssueStatus } from './repair-issues.ts'
import { countRepairs, listRepairs, repairParameters, undoRepair } from './repairs.ts'
import { summarizeHistories } from './summarize-histories.ts'

export const supportRoutes = (app: App, context: Context): void => {
  historyRoutes(app, context)
  activityRoutes(app, context)
  issueRoutes(app, context)
  repairRoutes(app, context)
}

const historyRoutes = (app: App, context: Context): void => {
  const API = HISTORY_ENDPOINTS
  const access: Access = { action: 'read', resource: 'histories' }
  const querystring = historyParameters
  app.route({
    ...operation(API.list, { querystring }),
    config: { access },
    handler: ({ caller, query }) => listHistories(context, caller, query),
  })
  app.route({
    ...operation(API.count, { querystring }),
    config: { access, load: 'reports' },
    handler: ({ caller, query }) => countHistories(context, caller, query),
  })
  app.route({
    ...operation(API.summarize, { querystring }),
    config: { access, load: 'reports' },
    handler: ({ caller, query }) => summarizeHistories(context, caller, query),
  })
  app.route({
    ...operation(API.listOfUser, {
      params: z.object({ userId: id() }),
      querystring: historyParameters.omit({ userId: true }),
    }),
    config: { access },
    handler: ({ caller, params, query }) => listHistoriesOf(context, caller, params.userId, query),
  })
  app.route({
    ...operation(API.create),
    config: { access: 'viewer-app' },
    async handler({ caller, body }, reply) {
      reply.code(201)
      return recordVisit(context, caller, body)
    },
  })
}

const activityRoutes = (app: App, context: Context): void => {
  const API = ACTIVITY_ENDPOINTS
  const access: Access = { action: 'read', resource: 'activitys' }
  const params = z.object({ username: text(200) })
  const querystring = activityParameters
  app.route({
    ...operation(API.list, { params, querystring }),
    config: { access },
    handler: ({ caller, params, query }) => listActivity(context, caller, params.username, query),
  })
  app.route({
    ...operation(API.count, { params, querystring }),
    config: { access, load: 'reports' },
    handler: ({ caller, params, query }) => countActivity(context, caller, params.username, query),
  })
}

const issueRoutes = (app: App, context: Context): void => {
  const API = ISSUE_ENDPOINTS
  const access: Access = { action: 'read', resource: 'issues' }
  app.route({
    ...operation(API.list, { querystring: issueParameters }),
    config: { access },
    handler: ({ query }) => listIssues(context, query),
  })
  app.route({
    ...operation(API.count, { querystring: issueParameters }),
    config: { access, load: 'reports' },
    handler: ({ query }) => countIssues(context, query),
  })
  app.route({
    ...operation(API.total, { querystring: totalParameters }),
    config: { access, load: 'reports' },
    handler: ({ query }) => totalIssues(context, query),
  })
  app.route({
    ...operation(API.listGroups, { querystring: groupParameters }),
    config: { access, load: 'reports' },
    handler: ({ query }) => listGroups(context, query),
  })
  app.route({
    ...operation(API.countGroups, { querystring: groupParameters }),
    config: { access, load: 'reports' },
    handler: ({ query }) => countGroups(context, query),
  })
  app.route({
    ...operation(API.create),
    config: { access: 'viewer-app' },
    async handler({ caller, body }, reply) {
      reply.code(201)
      return recordIssue(context, caller, body)
    },
  })
}

const repairRoutes = (app: App, context: Context): void => {
  const API = ISSUE_ENDPOINTS
  const access: Access = { action: 'update', resource: 'issues' }
  const params = idParameters
  app.route({
    ...operation(API.setStatus, { params }),
    config: { access },
    handler: ({ caller, params, body }) => setIssueStatus(context, caller, params.id, body),
  })
  app.route({
    ...operation(API.repair),
    config: { access },
    handler: ({ caller, body }) => repairIssues(context, caller, body ?? newRepairSchema.parse({})),
  })
  app.route({
    ...operation(API.listRepairs, { querystring: repairParameters }),
    config: { access },
    handler: ({ query }) => listRepairs(context, query),
  })
  app.route({
    ...operation(API.countRepairs),
    config: { access, load: 'reports' },
    handler: () => countRepairs(context),
  })
  app.route({
    ...operation(API.undoRepair, { params }),
    config: { access },
    handler: ({ caller, params }) => undoRepair(context, caller, params.id),
  })
}
