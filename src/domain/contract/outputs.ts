import { z } from 'zod'

/** An instant, in ISO 8601 with the zone Z. */
export const instant = () => z.string().meta({ format: 'date-time' })

export const countOutput = z.object({ count: z.number() })

export const deletedOutput = z.object({ _id: z.string() })

/** An answer without a body. */
export const noOutput = z.undefined()

/** What every catalogue record answers besides its own fields. */
export const recordOutput = z.object({
  _id: z.string(),
  status: z.boolean(),
  userCreate: z.string(),
  userUpdate: z.string(),
  dateCreate: z.string(),
  dateUpdate: z.string(),
})
