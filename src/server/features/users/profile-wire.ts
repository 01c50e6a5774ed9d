import { z } from 'zod'
import { ROLES, roleOf } from '../../../domain/access/roles.ts'
import { MENU_GROUPS } from '../../../domain/access/routes.ts'
import type { ProfileRow } from '../../platform/database/schema/users.ts'

/** The routes that a profile grants under one menu group. */
export const groupAccessWire = z.object({
  onMenu: z.enum(MENU_GROUPS),
  access: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      path: z.string(),
      register: z.boolean(),
      modify: z.boolean(),
      delete: z.boolean(),
    }),
  ),
})

export const profileWire = z.object({
  _id: z.string(),
  name: z.string(),
  isSystem: z.boolean(),
  role: z.enum(ROLES),
  accessWeb: z.boolean(),
  accessApp: z.boolean(),
  dateValidate: z.boolean(),
  deviceValidate: z.boolean(),
  routeAccess: z.array(groupAccessWire),
  dateCreate: z.string().meta({ format: 'date-time' }),
  dateUpdate: z.string().meta({ format: 'date-time' }),
})
export type ProfileWire = z.infer<typeof profileWire>

/** A profile in a list: everyone signed in to the web reads name and role, for forms; the rest is for readers. */
export const profileRowWire = profileWire
  .partial()
  .required({ _id: true, name: true, isSystem: true, role: true, accessWeb: true })
  .extend({
    below: z.boolean().meta({ description: 'Quien pregunta está por encima de los usuarios de este perfil' }),
    assignable: z.boolean().meta({ description: 'Quien pregunta puede dar este perfil a un usuario' }),
  })

export const profileToWire = (row: ProfileRow): ProfileWire => ({
  ...row,
  role: roleOf(row),
  dateCreate: row.dateCreate.toISOString(),
  dateUpdate: row.dateUpdate.toISOString(),
})
