import { z } from 'zod'
import { API_PATHS } from '../../../domain/access/resources.ts'
import { countOutput } from '../../../domain/contract/outputs.ts'
import { issueStatusSchema, newIssueSchema } from '../../../domain/support/issue.ts'
import type { Access } from '../../platform/auth/permissions.ts'
import type { App } from '../../platform/http/app-type.ts'
import type { Context } from '../../platform/http/context.ts'
import { errorResponses, idParameters } from '../../platform/http/schemas.ts'
import { groupParameters, issueParameters, repairSchema } from './issue-conditions.ts'
import { groupWire, issueWire } from './issue-wire.ts'
import { countGroups, listGroups } from './list-groups.ts'
import { countIssues, listIssues } from './list-issues.ts'
import { recordIssue } from './record-issue.ts'
import {
  countRepairs,
  listRepairs,
  repairParameters,
  repairWire,
  undoneRepairWire,
  undoRepair,
} from './repair-batches.ts'
import { repairIssues, setIssueStatus } from './repair-issues.ts'
import { issueTotalsSchema, totalIssues, totalParameters } from './total-issues.ts'

const tags = ['Reportes de errores']
const path = API_PATHS.issues
const read: { access: Access } = { access: { action: 'read', resource: 'issues' } }
const report = { ...read, load: 'reports' } as const
const change: { access: Access } = { access: { action: 'update', resource: 'issues' } }

const issueCountSchema = z.object({
  count: z.int(),
  until: z.int().meta({ description: 'Número del último reporte contado, para reparar solo hasta él' }),
})

const repairedSchema = countOutput.extend({
  batchId: z.string().nullable().meta({ description: 'Con él se deshace; null si nada cambió' }),
})

export const issueRoutes = (app: App, context: Context): void => {
  listRoutes(app, context)
  totalsRoute(app, context)
  groupRoutes(app, context)
  changingRoutes(app, context)
  repairRoutes(app, context)
  reportRoute(app, context)
}

function listRoutes(app: App, context: Context): void {
  const querystring = issueParameters
  app.get(
    path,
    {
      config: read,
      schema: {
        tags,
        summary: 'Lista reportes de errores',
        querystring,
        response: { 200: z.array(issueWire), ...errorResponses(401, 403, 422) },
      },
    },
    ({ query }) => listIssues(context, query),
  )
  app.get(
    `${path}/size`,
    {
      config: report,
      schema: {
        tags,
        summary: 'Cuenta reportes de errores con los mismos filtros',
        querystring,
        response: { 200: issueCountSchema, ...errorResponses(401, 403, 422) },
      },
    },
    ({ query }) => countIssues(context, query),
  )
}

function totalsRoute(app: App, context: Context): void {
  app.get(
    `${path}/totals`,
    {
      config: report,
      schema: {
        tags,
        summary: 'Suma los reportes abiertos y reparados de cada tipo de error',
        querystring: totalParameters,
        response: { 200: issueTotalsSchema, ...errorResponses(401, 403, 422) },
      },
    },
    ({ query }) => totalIssues(context, query),
  )
}

function groupRoutes(app: App, context: Context): void {
  const querystring = groupParameters
  app.get(
    `${path}/groups`,
    {
      config: report,
      schema: {
        tags,
        summary: 'Lista los reportes agrupados por contenido y tipo de error',
        querystring,
        response: { 200: z.array(groupWire), ...errorResponses(401, 403, 422) },
      },
    },
    ({ query }) => listGroups(context, query),
  )
  app.get(
    `${path}/groups/size`,
    {
      config: report,
      schema: {
        tags,
        summary: 'Cuenta los grupos de reportes con los mismos filtros',
        querystring,
        response: { 200: countOutput, ...errorResponses(401, 403, 422) },
      },
    },
    ({ query }) => countGroups(context, query),
  )
}

function changingRoutes(app: App, context: Context): void {
  app.put(
    `${path}/:id`,
    {
      config: change,
      schema: {
        tags,
        summary: 'Marca un reporte como reparado, o lo abre de nuevo',
        params: idParameters,
        body: issueStatusSchema,
        response: { 200: issueWire, ...errorResponses(401, 403, 404, 409, 422) },
      },
    },
    ({ caller, params, body }) => setIssueStatus(context, caller, params.id, body),
  )
  app.post(
    `${path}/changeAllToFixes`,
    {
      config: change,
      schema: {
        tags,
        summary:
          'Marca como reparados los reportes abiertos que cumplen los filtros, y nunca más de los contados',
        body: repairSchema.nullish(),
        response: { 200: repairedSchema, ...errorResponses(401, 403, 409, 422) },
      },
    },
    ({ caller, body }) => repairIssues(context, caller, body ?? repairSchema.parse({})),
  )
}

function repairRoutes(app: App, context: Context): void {
  const repairs = `${path}/repairs`
  app.get(
    repairs,
    {
      config: change,
      schema: {
        tags,
        summary: 'Lista las reparaciones de muchos reportes de los últimos 30 días, las últimas primero',
        querystring: repairParameters,
        response: { 200: z.array(repairWire), ...errorResponses(401, 403, 422) },
      },
    },
    ({ query }) => listRepairs(context, query),
  )
  app.get(
    `${repairs}/size`,
    {
      config: { ...change, load: 'reports' },
      schema: {
        tags,
        summary: 'Cuenta las reparaciones de la lista',
        response: { 200: countOutput, ...errorResponses(401, 403) },
      },
    },
    () => countRepairs(context),
  )
  app.post(
    `${repairs}/:id/undo`,
    {
      config: change,
      schema: {
        tags,
        summary: 'Deshace una reparación: abre de nuevo sus reportes, salvo los que alguien cambió después',
        params: idParameters,
        response: { 200: undoneRepairWire, ...errorResponses(401, 403, 404) },
      },
    },
    ({ caller, params }) => undoRepair(context, caller, params.id),
  )
}

function reportRoute(app: App, context: Context): void {
  app.post(
    path,
    {
      config: { access: 'viewer-app' },
      schema: {
        tags,
        summary: 'Registra un error de reproducción desde la aplicación de un usuario',
        body: newIssueSchema,
        response: { 201: issueWire, ...errorResponses(401, 403, 422, 429) },
      },
    },
    async ({ caller, body }, reply) => {
      reply.code(201)
      return recordIssue(context, caller, body)
    },
  )
}
