import { z } from 'zod'
import { endpoints } from '../contract/endpoint.ts'
import { countOutput, exportEndpoint, instant, recordId } from '../contract/entity.ts'
import { sizeOutput } from '../contract/list-limit.ts'
import { id, text } from '../validation/fields.ts'
import { choice, day } from '../validation/filters.ts'
import { ISSUE_MESSAGES, ISSUE_TYPES, issueStatusSchema, MAX_CHOSEN, newIssueSchema } from './issue.ts'
import { MEDIA_RESOURCES, MEDIA_TYPES } from './media-types.ts'

/** The content of a report: its resource, and an episode's series. */
const reportedContent = {
  title: z.string().meta({ title: 'Título' }),
  reference: z.string().meta({ title: 'Referencia' }),
  mediaId: z.string().meta({ title: 'Contenido' }),
  mediaType: z.enum(MEDIA_TYPES).meta({ title: 'Tipo' }),
  resource: z
    .enum(MEDIA_RESOURCES)
    .meta({ title: 'Sección', description: 'Parte del catálogo donde está el contenido' }),
  parentId: z
    .string()
    .nullable()
    .meta({ title: 'Id de la serie', description: 'La serie, si el contenido es un episodio' }),
  issueType: z.enum(ISSUE_TYPES).meta({ title: 'Error' }),
}

/** A report, as in files and for viewers' apps: never reveals its sender (rule R7). */
export const issueOutput = z.object({
  _id: recordId,
  ...reportedContent,
  status: z.boolean().meta({ title: 'Estado', description: 'true es Reparado, false es Reportado' }),
  date: instant().meta({ title: 'Fecha' }),
  userUpdate: z.string().meta({ title: 'Modificado por' }),
  dateUpdate: instant().meta({ title: 'Fecha de modificación' }),
  assignee: z.string().nullable().meta({ title: 'Id del asignado' }),
  assigneeName: z.string().nullable().meta({ title: 'Asignado a' }),
  comments: z.int().meta({ title: 'Comentarios', description: 'Número de notas internas y respuestas' }),
  isAnswered: z.boolean().meta({ title: 'Respondido' }),
})
export type Issue = z.infer<typeof issueOutput>

const senderOutput = z.object({ _id: recordId, name: z.string(), fullName: z.string() })
export type Sender = z.infer<typeof senderOutput>

const VISIBLE_TO = 'Solo para quien puede leer ese usuario, nunca con una clave'

/** A report in a list, with its sender for those who may read that user (rule R7). */
export const listedIssueOutput = issueOutput.extend({
  sender: senderOutput.optional().meta({ title: 'Cliente', description: `Quien lo reportó. ${VISIBLE_TO}` }),
})
export type ListedIssue = z.infer<typeof listedIssueOutput>

/** Most senders named in a group, the latest ones. */
export const MAX_SENDERS = 5

/** All reports of one type about one content. */
export const issueGroupOutput = z.object({
  _id: recordId,
  ...reportedContent,
  open: z.int().meta({ title: 'Reportados', description: 'Reportados' }),
  fixed: z.int().meta({ title: 'Reparados', description: 'Reparados' }),
  lastDate: instant().meta({ title: 'Último reporte' }),
})
export type IssueGroup = z.infer<typeof issueGroupOutput>

/** A group in a list, with the senders of its reports within the list's status and days (rule R8). */
export const listedGroupOutput = issueGroupOutput.extend({
  senderCount: z.int().meta({ title: 'Clientes', description: 'Cuántos usuarios los enviaron' }),
  senders: z
    .array(senderOutput)
    .optional()
    .meta({ title: 'Últimos clientes', description: `Los últimos ${MAX_SENDERS}. ${VISIBLE_TO}` }),
})
export type ListedGroup = z.infer<typeof listedGroupOutput>

const undoneRepairOutput = z.object({
  reopened: z.int().meta({ title: 'Reabiertos', description: 'Reportes que se abrieron de nuevo' }),
  kept: z.int().meta({
    title: 'Conservados',
    description: 'Reportes que alguien cambió después, y quedaron como están',
  }),
})
export type UndoneRepair = z.infer<typeof undoneRepairOutput>

/** Filters of a repair, as its batch stores them. */
export const repairFilters = z.object({
  issueType: z.enum(ISSUE_TYPES).optional(),
  mediaType: z.enum(MEDIA_TYPES).optional(),
  mediaId: z.string().optional(),
  assignee: z.string().optional(),
  dateBeging: z.string().optional(),
  dateFinish: z.string().optional(),
  search: z.string().optional(),
  chosen: z.boolean().optional().meta({ description: 'Se eligieron uno por uno' }),
})

export const repairOutput = z.object({
  _id: z.string(),
  date: instant(),
  userName: z.string().meta({ description: 'Vacío si el usuario ya no existe' }),
  count: z.int().meta({ title: 'Reportes', description: 'Reportes que marcó como reparados' }),
  filters: repairFilters,
  title: z.string().nullable().meta({ description: 'El contenido, si la reparación era de uno solo' }),
  undone: undoneRepairOutput
    .extend({ date: instant(), userName: z.string() })
    .nullable()
    .meta({ description: 'null mientras no se deshizo' }),
})
export type Repair = z.infer<typeof repairOutput>

const upTo = (max: number, message: string) =>
  z
    .number(message)
    .refine((value) => Number.isInteger(value) && value >= 0 && value <= max, message)
    .meta({ type: 'integer', minimum: 0, maximum: max })
    .optional()

const idSelection = () =>
  z
    .array(id(), ISSUE_MESSAGES.chosen)
    .min(1, ISSUE_MESSAGES.chosen)
    .max(MAX_CHOSEN, ISSUE_MESSAGES.chosen)
    .optional()

/** Filter by who a report is assigned to. */
export const assigneeFilter = () =>
  id().optional().meta({ description: 'Id de quien lo tiene asignado; me: quien pregunta; none: nadie' })

/**
 * Several reports: the list's filters, or `ids` of reports or of groups; with the number of reports that the user saw,
 * and the latest of them.
 */
export const chosenReports = {
  ids: idSelection(),
  groups: idSelection(),
  issueType: choice(ISSUE_TYPES).optional(),
  mediaType: choice(MEDIA_TYPES).optional(),
  mediaId: id().optional(),
  assignee: assigneeFilter(),
  dateBeging: day('Desde este día').optional(),
  dateFinish: day('Hasta este día').optional(),
  search: text(200),
  count: upTo(100_000_000, ISSUE_MESSAGES.count),
  until: upTo(Number.MAX_SAFE_INTEGER, ISSUE_MESSAGES.until),
}

export const newRepairSchema = z.strictObject(chosenReports)
export type NewRepair = z.output<typeof newRepairSchema>

export const ISSUE_ENDPOINTS = endpoints({
  list: {
    id: 'listIssues',
    method: 'GET',
    path: '/api/issues',
    tag: 'Reportes de errores',
    summary: 'Lista reportes de errores',
    response: { 200: z.array(listedIssueOutput) },
    errors: [401, 403, 422],
  },
  count: {
    id: 'countIssues',
    method: 'GET',
    path: '/api/issues/size',
    tag: 'Reportes de errores',
    summary: 'Cuenta reportes de errores con los mismos filtros',
    response: {
      200: sizeOutput.extend({
        until: z.int().meta({ description: 'Número del último reporte contado, para reparar solo hasta él' }),
      }),
    },
    errors: [401, 403, 422],
  },
  export: exportEndpoint('exportIssues', '/api/issues/export', 'Reportes de errores', 'reportes de errores'),
  total: {
    id: 'totalIssues',
    method: 'GET',
    path: '/api/issues/totals',
    tag: 'Reportes de errores',
    summary: 'Suma los reportes abiertos y reparados de cada tipo de error',
    response: {
      200: z.array(
        z.object({
          issueType: z.enum(ISSUE_TYPES),
          open: z.int().meta({ description: 'Reportados' }),
          fixed: z.int().meta({ description: 'Reparados' }),
        }),
      ),
    },
    errors: [401, 403, 422],
  },
  listGroups: {
    id: 'listIssueGroups',
    method: 'GET',
    path: '/api/issues/groups',
    tag: 'Reportes de errores',
    summary: 'Lista los reportes agrupados por contenido y tipo de error',
    response: { 200: z.array(listedGroupOutput) },
    errors: [401, 403, 422],
  },
  countGroups: {
    id: 'countIssueGroups',
    method: 'GET',
    path: '/api/issues/groups/size',
    tag: 'Reportes de errores',
    summary: 'Cuenta los grupos de reportes con los mismos filtros',
    response: { 200: sizeOutput },
    errors: [401, 403, 422],
  },
  open: {
    id: 'summarizeOpenIssues',
    method: 'GET',
    path: '/api/issues/open',
    tag: 'Reportes de errores',
    summary: 'Cuenta los reportes abiertos de cada tipo de error, y muestra los contenidos que más tienen',
    response: {
      200: z.object({
        types: z.array(z.object({ issueType: z.enum(ISSUE_TYPES), open: z.int() })),
        groups: z.array(issueGroupOutput),
      }),
    },
    errors: [401, 403],
  },
  exportGroups: exportEndpoint(
    'exportIssueGroups',
    '/api/issues/groups/export',
    'Reportes de errores',
    'los reportes agrupados',
  ),
  setStatus: {
    id: 'setIssueStatus',
    method: 'PUT',
    path: '/api/issues/:id',
    tag: 'Reportes de errores',
    summary: 'Marca un reporte como reparado, o lo abre de nuevo',
    body: issueStatusSchema,
    response: { 200: listedIssueOutput },
    errors: [401, 403, 404, 409, 422],
  },
  repair: {
    id: 'repairIssues',
    method: 'POST',
    path: '/api/issues/changeAllToFixes',
    tag: 'Reportes de errores',
    summary:
      'Marca como reparados los reportes abiertos que cumplen los filtros, y nunca más de los contados',
    body: newRepairSchema.nullish(),
    response: {
      200: countOutput.extend({
        batchId: z.string().nullable().meta({ description: 'Con él se deshace; null si nada cambió' }),
      }),
    },
    errors: [401, 403, 409, 422],
  },
  listRepairs: {
    id: 'listRepairs',
    method: 'GET',
    path: '/api/issues/repairs',
    tag: 'Reportes de errores',
    summary: 'Lista las reparaciones de muchos reportes de los últimos 30 días, las últimas primero',
    response: { 200: z.array(repairOutput) },
    errors: [401, 403, 422],
  },
  countRepairs: {
    id: 'countRepairs',
    method: 'GET',
    path: '/api/issues/repairs/size',
    tag: 'Reportes de errores',
    summary: 'Cuenta las reparaciones de la lista',
    response: { 200: sizeOutput },
    errors: [401, 403, 422],
  },
  undoRepair: {
    id: 'undoRepair',
    method: 'POST',
    path: '/api/issues/repairs/:id/undo',
    tag: 'Reportes de errores',
    summary: 'Deshace una reparación: abre de nuevo sus reportes, salvo los que alguien cambió después',
    response: { 200: undoneRepairOutput },
    errors: [401, 403, 404],
  },
  create: {
    id: 'reportIssue',
    method: 'POST',
    path: '/api/issues',
    tag: 'Reportes de errores',
    summary: 'Registra un error de reproducción desde la aplicación de un usuario',
    body: newIssueSchema,
    response: { 201: issueOutput },
    errors: [401, 403, 422, 429],
  },
})
