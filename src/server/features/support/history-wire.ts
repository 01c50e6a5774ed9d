import { z } from 'zod'
import { MEDIA_RESOURCES, MEDIA_TYPES } from '../../../domain/support/media-types.ts'
import type { HistoryRow } from '../../platform/database/schema/support.ts'

export const historyWire = z.object({
  _id: z.string(),
  user: z.string(),
  userName: z.string(),
  contentId: z.string(),
  title: z.string(),
  contentLink: z.string(),
  episodeId: z.string().nullable(),
  episode: z.string().meta({ description: 'Temporada, número y título; vacío si no es un episodio' }),
  mediaType: z.enum(MEDIA_TYPES),
  resource: z.enum(MEDIA_RESOURCES).meta({ description: 'Parte del catálogo donde está el contenido' }),
  genres: z.array(z.string()),
  year: z.int().nullable(),
  date: z.string().meta({ format: 'date-time' }),
})
export type HistoryWire = z.infer<typeof historyWire>

export const historyToWire = (row: HistoryRow): HistoryWire => ({ ...row, date: row.date.toISOString() })
