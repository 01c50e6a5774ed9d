import { z } from 'zod'
import { ISSUE_TYPES } from '../../../domain/support/issue.ts'
import { MEDIA_RESOURCES, MEDIA_TYPES } from '../../../domain/support/media-types.ts'
import type { IssueGroupRow, IssueRow } from '../../platform/database/schema/support.ts'

const instant = z.string().meta({ format: 'date-time' })

/** What a report says of its content: where it is kept, and the series of an episode. */
const mediaWire = {
  title: z.string(),
  reference: z.string(),
  mediaId: z.string(),
  mediaType: z.enum(MEDIA_TYPES),
  resource: z.enum(MEDIA_RESOURCES).meta({ description: 'Parte del catálogo donde está el contenido' }),
  parentId: z.string().nullable().meta({ description: 'La serie, si el contenido es un episodio' }),
  issueType: z.enum(ISSUE_TYPES),
}

/** A report as the wire carries it; who sent it is nobody's concern. */
export const issueWire = z.object({
  _id: z.string(),
  ...mediaWire,
  status: z.boolean().meta({ description: 'true es Reparado, false es Reportado' }),
  date: instant,
  userUpdate: z.string(),
  dateUpdate: instant,
})
export type IssueWire = z.infer<typeof issueWire>

/** All reports of one kind about one content. */
export const groupWire = z.object({
  _id: z.string(),
  ...mediaWire,
  open: z.int().meta({ description: 'Reportados' }),
  fixed: z.int().meta({ description: 'Reparados' }),
  lastDate: instant,
})
export type GroupWire = z.infer<typeof groupWire>

/** A report with the title that its group keeps. */
export const issueToWire = (
  row: IssueRow,
  { title, reference, resource, parentId }: IssueGroupRow,
): IssueWire => ({
  ...row,
  title,
  reference,
  resource,
  parentId,
  date: row.date.toISOString(),
  dateUpdate: row.dateUpdate.toISOString(),
})

export const groupToWire = (row: IssueGroupRow): GroupWire => ({
  ...row,
  lastDate: row.lastDate.toISOString(),
})
