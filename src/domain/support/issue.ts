import { z } from 'zod'
import { ISSUE_TYPE_NAMES, ISSUE_TYPES, type IssueType } from '../contents/link.ts'
import { id, readDate } from '../validation/fields.ts'
import { MEDIA_TYPES } from './media-types.ts'

export { ISSUE_TYPE_NAMES, ISSUE_TYPES, type IssueType }

/** Most reports named by id. */
export const MAX_CHOSEN = 100

export const ISSUE_MESSAGES = {
  mediaId: 'Debe especificar el contenido.',
  mediaType: 'Debe especificar el tipo de contenido.',
  issueType: 'Debe especificar el tipo de error.',
  unknownMedia: 'El contenido no existe o no está activo.',
  status: 'Debe indicar si el reporte está reparado.',
  chosen: `Elija de 1 a ${MAX_CHOSEN} reportes; para más, use los filtros.`,
  count: 'Debe ser un número entre 0 y 100000000.',
  until: 'Debe ser el número que dio el conteo.',
  more: (count: number) =>
    `Hay más reportes de los que se contaron: ahora son ${count}. Revise la lista e intente de nuevo.`,
  repairGone: 'La reparación no existe, o ya no se puede deshacer.',
  tooMany: 'Ya envió varios reportes. Espere unos minutos e intente de nuevo.',
} as const

/** Spanish name of a report's status (rule R8). */
export const issueStatusName = (status: boolean): string => (status ? 'Reparado' : 'Reportado')

/** Input of a playback error, sent by a viewer's app (rule R7). */
export const newIssueSchema = z.strictObject({
  mediaId: id(ISSUE_MESSAGES.mediaId),
  mediaType: z.enum(MEDIA_TYPES, ISSUE_MESSAGES.mediaType),
  issueType: z.enum(ISSUE_TYPES, ISSUE_MESSAGES.issueType),
})
export type NewIssue = z.infer<typeof newIssueSchema>

export const issueStatusSchema = z.strictObject({
  status: z.boolean(ISSUE_MESSAGES.status),
  dateUpdate: readDate(),
})
export type IssueStatus = z.output<typeof issueStatusSchema>

/** Rate limit of reports per viewer (rule R7). */
export const ISSUE_LIMIT = { count: 10, seconds: 600 } as const
