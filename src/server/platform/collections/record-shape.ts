import { z } from 'zod'

/** What every catalogue record answers besides its own fields. */
export const recordShape = z.object({
  _id: z.string(),
  status: z.boolean(),
  userCreate: z.string(),
  userUpdate: z.string(),
  dateCreate: z.string(),
  dateUpdate: z.string(),
})
