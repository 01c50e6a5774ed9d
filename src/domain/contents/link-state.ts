import { z } from 'zod'
import { VERDICT_NAMES } from './link-verdict.ts'

/** Column of a list: the worst verdict of a record's active links. */
export const linkStateOutput = {
  linkState: z.enum(VERDICT_NAMES).nullable().meta({
    title: 'Estado de los enlaces',
    description: 'El peor de sus enlaces activos; null si no tiene ninguno',
  }),
}
