import { z } from 'zod'

/** Last reachable row of a list; also the limit of exact counts (rule Q3). */
export interface ListLimit {
  readonly rows: number
  /** Lower limit of searches, whose matches are more expensive to find. */
  readonly searched: number
}

export const LIST_LIMIT: ListLimit = { rows: 100_000, searched: 10_000 }

export const LIST_MESSAGES = { beyond: 'Use filtros o la búsqueda para llegar más lejos.' } as const

export const sizeOutput = z.object({
  count: z.int(),
  approximate: z
    .literal(true)
    .optional()
    .meta({
      description: `Es una estimación: pasa de ${LIST_LIMIT.rows} registros, o de ${LIST_LIMIT.searched} en una búsqueda. Con exact=true se cuenta todo`,
    }),
  reachable: z.int().optional().meta({
    description: 'Hasta qué registro llegan las páginas; sin este dato, hasta el último',
  }),
})
export type Size = z.infer<typeof sizeOutput>
