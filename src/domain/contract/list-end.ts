import { z } from 'zod'

/** How many rows a list's pages reach, which is also the limit of its exact count (rule Q3). */
export interface ListEnd {
  readonly rows: number
  /** The same limit for searches, whose matches are more expensive to find. */
  readonly searched: number
}

export const LIST_END: ListEnd = { rows: 100_000, searched: 10_000 }

export const LIST_MESSAGES = { beyond: 'Use filtros o la búsqueda para llegar más lejos.' } as const

export const sizeOutput = z.object({
  count: z.int(),
  approximate: z
    .literal(true)
    .optional()
    .meta({
      description: `Es una estimación: pasa de ${LIST_END.rows} registros, o de ${LIST_END.searched} en una búsqueda. Con exact=true se cuenta todo`,
    }),
  reachable: z.int().optional().meta({
    description: 'Hasta qué registro llegan las páginas; sin este dato, hasta el último',
  }),
})
export type Size = z.infer<typeof sizeOutput>
