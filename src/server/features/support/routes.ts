import { z } from 'zod'
import { ACTIVITY_ENDPOINTS } from '../../../domain/support/activity.ts'
import { HISTORY_ENDPOINTS, historyOutput } from '../../../domain/support/history.ts'
import { ISSUE_COMMENT_ENDPOINTS } from '../../../domain/support/issue-comment-endpoints.ts'
import {
  ISSUE_ENDPOINTS,
  issueGroupOutput,
  issueOutput,
  newRepairSchema,
} from '../../../domain/support/issue-endpoints.ts'
import { id, text } from '../../../domain/validation/fields.ts'
import type { Access, Declaration } from '../../platform/auth/access.ts'
import { customers, scopedRows } from '../../platform/auth/scope.ts'
import { EXPORT_TYPES, exporting, exportParameters, sendExport } from '../../platform/exports/export-list.ts'
import type { App, Context } from '../../platform/http/context.ts'
import { idParameters, operation } from '../../platform/http/operation.ts'
import { sizeParameters } from '../../platform/lists/list-end.ts'
import { answerIssues } from './answer-issues.ts'
import { assignIssues, commentIssue, listComments, listOwnIssues } from './issue-comments.ts'
import { activityParameters, countActivity, exportedActivity, listActivity } from './list-activity.ts'
import {
  countHistories,
  exportedHistories,
  historyParameters,
  listHistories,
  listHistoriesOf,
} from './list-histories.ts'
import { countGroups, exportedGroups, listGroups, summarizeOpenIssues } from './list-issue-groups.ts'
import {
  countIssues,
  exportedIssues,
  groupParameters,
  issueParameters,
  listAssignees,
  listIssues,
  totalIssues,
  totalParameters,
} from './list-issues.ts'
import { recordIssue } from './record-issue.ts'
import { recordVisit } from './record-visit.ts'
import {
  countRepairs,
  listRepairs,
  repairIssues,
  repairParameters,
  setIssueStatus,
  undoRepair,
} from './repair-issues.ts'
import { countHistoriesByDay, summarizeHistories } from './summarize-histories.ts'

export const supportRoutes = (app: App, context: Context): void => {
  historyRoutes(app, context)
  activityRoutes(app, context)
  issueRoutes(app, context)
  repairRoutes(app, context)
  commentRoutes(app, context)
}

const historyRoutes = (app: App, context: Context): void => {
  const API = HISTORY_ENDPOINTS
  const access: Access = { action: 'read', resource: 'histories' }
  const config = { access, cases: scopedRows('a visit of a customer of one’s own', 'of another user’s') }
  const querystring = historyParameters
  app.route({
    ...operation(API.list, { querystring }),
    config: { ...config, replica: true },
    handler: ({ currentUser, query }) => listHistories(context, currentUser, query),
  })
  app.route({
    ...operation(API.count, { querystring: sizeParameters(querystring) }),
    config: { ...config, load: 'reports', replica: true },
    handler: ({ currentUser, query }) => countHistories(context, currentUser, query),
  })
  app.route({
    ...operation(API.export, {
      querystring: exportParameters(querystring, historyOutput),
      produces: EXPORT_TYPES,
    }),
    ...exporting(config),
    handler: (request, reply) =>
      sendExport(context, request, reply, exportedHistories(request.currentUser, request.query)),
  })
  app.route({
    ...operation(API.summarize, { querystring }),
    config: { ...config, load: 'reports', replica: true },
    handler: ({ currentUser, query }) => summarizeHistories(context, currentUser, query),
  })
  app.route({
    ...operation(API.days, { querystring }),
    config: { ...config, load: 'reports', replica: true },
    handler: ({ currentUser, query }) => countHistoriesByDay(context, currentUser, query),
  })
  app.route({
    ...operation(API.listOfUser, {
      params: z.object({ userId: id() }),
      querystring: historyParameters.omit({ userId: true }),
    }),
    config: { access, cases: customers(), replica: true },
    handler: ({ currentUser, params, query }) => listHistoriesOf(context, currentUser, params.userId, query),
  })
  app.route({
    ...operation(API.create),
    config: { access: 'viewer-app' },
    async handler({ currentUser, body }, reply) {
      reply.code(201)
      return recordVisit(context, currentUser, body)
    },
  })
}

const activityRoutes = (app: App, context: Context): void => {
  const API = ACTIVITY_ENDPOINTS
  const config: Declaration = { access: { action: 'read', resource: 'activitys' }, cases: customers() }
  const params = z.object({ username: text(200) })
  const querystring = activityParameters
  app.route({
    ...operation(API.list, { params, querystring }),
    config: { ...config, replica: true },
    handler: ({ currentUser, params, query }) => listActivity(context, currentUser, params.username, query),
  })
  app.route({
    ...operation(API.count, { params, querystring: sizeParameters(querystring) }),
    config: { ...config, load: 'reports', replica: true },
    handler: ({ currentUser, params, query }) => countActivity(context, currentUser, params.username, query),
  })
  app.route({
    ...operation(API.export, {
      params,
      querystring: exportParameters(querystring, API.list.response[200].element),
      produces: EXPORT_TYPES,
    }),
    ...exporting(config),
    handler(request, reply) {
      const { currentUser, params, query } = request
      return sendExport(context, request, reply, exportedActivity(currentUser, params.username, query))
    },
  })
}

const issueRoutes = (app: App, context: Context): void => {
  const API = ISSUE_ENDPOINTS
  const access: Access = { action: 'read', resource: 'issues' }
  app.route({
    ...operation(API.list, { querystring: issueParameters }),
    config: { access, replica: true },
    handler: ({ currentUser, query }) => listIssues(context, currentUser, query),
  })
  app.route({
    ...operation(API.count, { querystring: sizeParameters(issueParameters) }),
    config: { access, load: 'reports', replica: true },
    handler: ({ currentUser, query }) => countIssues(context, currentUser, query),
  })
  app.route({
    ...operation(API.export, {
      querystring: exportParameters(issueParameters, issueOutput),
      produces: EXPORT_TYPES,
    }),
    ...exporting({ access }),
    handler: (request, reply) =>
      sendExport(context, request, reply, exportedIssues(request.currentUser, request.query)),
  })
  app.route({
    ...operation(API.exportGroups, {
      querystring: exportParameters(groupParameters, issueGroupOutput),
      produces: EXPORT_TYPES,
    }),
    ...exporting({ access }),
    handler: (request, reply) =>
      sendExport(context, request, reply, exportedGroups(request.currentUser, request.query)),
  })
  app.route({
    ...operation(API.total, { querystring: totalParameters }),
    config: { access, load: 'reports', replica: true },
    handler: ({ query }) => totalIssues(context, query),
  })
  app.route({
    ...operation(API.open),
    config: { access, load: 'reports', replica: true },
    handler: ({ currentUser }) => summarizeOpenIssues(context, currentUser),
  })
  app.route({
    ...operation(API.listGroups, { querystring: groupParameters }),
    config: { access, load: 'reports', replica: true },
    handler: ({ currentUser, query }) => listGroups(context, currentUser, query),
  })
  app.route({
    ...operation(API.countGroups, { querystring: sizeParameters(groupParameters) }),
    config: { access, load: 'reports', replica: true },
    handler: ({ currentUser, query }) => countGroups(context, currentUser, query),
  })
  app.route({
    ...operation(API.create),
    config: { access: 'viewer-app' },
    async handler({ currentUser, body }, reply) {
      reply.code(201)
      return recordIssue(context, currentUser, body)
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
    handler: ({ currentUser, params, body }) => setIssueStatus(context, currentUser, params.id, body),
  })
  app.route({
    ...operation(API.repair),
    config: { access, isLong: true },
    handler: ({ currentUser, body }) => repairIssues(context, currentUser, body ?? newRepairSchema.parse({})),
  })
  app.route({
    ...operation(API.listRepairs, { querystring: repairParameters }),
    config: { access },
    handler: ({ currentUser, query }) => listRepairs(context, currentUser, query),
  })
  app.route({
    ...operation(API.countRepairs, { querystring: sizeParameters(z.strictObject({})) }),
    config: { access, load: 'reports' },
    handler: ({ query }) => countRepairs(context, query),
  })
  app.route({
    ...operation(API.undoRepair, { params }),
    config: { access, isLong: true },
    handler: ({ currentUser, params }) => undoRepair(context, currentUser, params.id),
  })
}

const commentRoutes = (app: App, context: Context): void => {
  const API = ISSUE_COMMENT_ENDPOINTS
  const reading: Access = { action: 'read', resource: 'issues' }
  const access: Access = { action: 'update', resource: 'issues' }
  const params = idParameters
  app.route({
    ...operation(API.list, { params }),
    config: { access: reading },
    handler: ({ params }) => listComments(context, params.id),
  })
  app.route({
    ...operation(API.create, { params }),
    config: { access },
    async handler({ currentUser, params, body }, reply) {
      reply.code(201)
      return commentIssue(context, currentUser, params.id, body)
    },
  })
  app.route({
    ...operation(API.answer),
    config: { access, peopleOnly: true, isLong: true },
    async handler({ currentUser, body }, reply) {
      reply.code(202)
      return answerIssues(context, currentUser, body)
    },
  })
  app.route({
    ...operation(API.assign),
    config: { access, isLong: true },
    handler: ({ currentUser, body }) => assignIssues(context, currentUser, body),
  })
  app.route({
    ...operation(API.assignees),
    config: { access: reading, replica: true },
    handler: () => listAssignees(context),
  })
  app.route({
    ...operation(API.mine),
    config: { access: 'viewer-app', replica: true },
    handler: ({ currentUser }) => listOwnIssues(context, currentUser),
  })
}
