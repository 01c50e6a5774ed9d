import { z } from 'zod'

/** Most differences listed after an import. */
export const MAX_DIFFERENCES = 200

/** After an import: sums of its file beside those of the stored records, and the rows that differ. */
export const importProof = z.object({
  sums: z.array(
    z.object({
      label: z.string(),
      file: z.number().meta({ description: 'Lo que suman las filas del archivo' }),
      stored: z.number().meta({ description: 'Lo que suman sus registros guardados' }),
    }),
  ),
  different: z.int().meta({ description: 'Cuántas diferencias hay' }),
  differences: z
    .array(
      z.object({
        row: z.int(),
        title: z.string(),
        field: z.string(),
        file: z.string(),
        stored: z.string(),
      }),
    )
    .meta({ description: 'Las primeras' }),
})
export type ImportProof = z.infer<typeof importProof>
