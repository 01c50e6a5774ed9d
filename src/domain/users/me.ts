import { z } from 'zod'
import { groupAccessOutput } from './profile.ts'
import { userOutput } from './user.ts'

/** The current user: the own record, with what the profile grants. */
export const meOutput = userOutput.extend({
  isAdmin: z.boolean(),
  routeAccess: z.array(groupAccessOutput),
  timeZone: z.string().meta({ description: 'La zona cuyos días usan los filtros y las pantallas' }),
})
export type Me = z.infer<typeof meOutput>
