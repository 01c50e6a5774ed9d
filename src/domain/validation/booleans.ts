import { z } from 'zod'

/** True or false; `initial` when absent. */
export const yesOrNo = (initial = false) => z.boolean('Debe ser verdadero o falso.').default(initial)
