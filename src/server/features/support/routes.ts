import { z } from 'zod'
import { ACTIVITY_ENDPOINTS } from '../../../domain/support/activity.ts'
import { HISTORY_ENDPOINTS } from '../../../domain/support/history.ts'
import { ISSUE_COMMENT_ENDPOINTS } from '../../../domain/support/issue-comment-endpoints.ts'
import { ISSUE_ENDPOINTS, newRepairSchema } from '../../../domain/support/issue-endpoints.ts'
import { id, text } from '../../../domain/validation/fields.ts'
import type { Access } from '../../platform/auth/access.ts'
import { customers, scopedRows } from '../../platform/auth/scope.ts'
import type { App, Context } from '../../platform/http/context.ts'
import { idParameters, operation } from '../../platform/http/operation.ts'
import { sizeParameters } from '../../platform/lists/list-limit.ts'
import { listRoutes } from '../../platform/lists/list-routes.ts'
import { answerIssues } from './answer-issues.ts'
import { assignIssues, commentIssue, listComments, listOwnIssues } from './issue-comments.ts'
import { activityParameters, countActivity, exportedActivity, listActivity } from './list-activity.ts'
import {
  countHistories,
  exportedHistories,
  historyParameters,
  listHistories,
  listUserHistories,
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
  listRoutes(app, context, API, {
    config: { ...config, replica: true },
    querystring,
    list: listHistories,
    count: countHistories,
    exported: exportedHistories,
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
    handler: ({ currentUser, params, query }) =>
      listUserHistories(context, currentUser, params.userId, query),
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
  listRoutes(app, context, ACTIVITY_ENDPOINTS, {
    config: { access: { action: 'read', resource: 'activitys' }, cases: customers(), replica: true },
    params: z.object({ username: text(200) }),
    querystring: activityParameters,
    list: (context, currentUser, query, { username }) => listActivity(context, currentUser, username, query),
    count: (context, currentUser, query, { username }) =>
      countActivity(context, currentUser, username, query),
    exported: (currentUser, query, { username }) => exportedActivity(currentUser, username, query),
  })
}

const issueRoutes = (app: App, context: Context): void => {
  const API = ISSUE_ENDPOINTS
  const access: Access = { action: 'read', resource: 'issues' }
  listRoutes(app, context, API, {
    config: { access, replica: true },
    querystring: issueParameters,
    list: listIssues,
    count: countIssues,
    unexported: ['sender'],
    exported: exportedIssues,
  })
  listRoutes(
    app,
    context,
    { list: API.listGroups, count: API.countGroups, export: API.exportGroups },
    {
      config: { access, load: 'reports', replica: true },
      querystring: groupParameters,
      list: listGroups,
      count: countGroups,
      unexported: ['senderCount', 'senders'],
      exported: exportedGroups,
    },
  )
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
