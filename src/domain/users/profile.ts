import { z } from 'zod'
import { ROLES } from '../access/permissions.ts'
import { MENU_GROUPS, ROUTES } from '../access/routes.ts'
import { instant, recordId } from '../contract/entity.ts'
import { requiredLine } from '../validation/fields.ts'

export const PROFILE_MESSAGES = {
  name: 'Debe especificar el nombre del perfil',
  duplicate: (name: string) => `Ya se encuentra agregado el perfil ${name}`,
  system: 'No puede eliminar el perfil, es un registro de sistema.',
  systemName: 'No puede cambiar el nombre de un perfil de sistema.',
  beyondOwn: 'No puede dar un permiso que usted no tiene.',
  ownProfile: 'No puede ampliar su propio perfil.',
  ownWebAccess: 'No puede quitar el acceso web a su propio perfil.',
  saWebAccess: 'El perfil sa no puede perder su acceso web.',
  unknownRoute: 'La ruta no existe en este grupo.',
  saProfile: 'Solo sa puede modificar el perfil sa.',
  viewerFlags: 'Solo sa puede cambiar los accesos y validaciones de los perfiles app y demo.',
  wider: 'No puede modificar ni eliminar un perfil con permisos que usted no tiene.',
  noCustom: 'Su rol no permite crear perfiles.',
  inUse: (users: number) =>
    users === 1
      ? 'No puede eliminar el perfil, lo usa 1 usuario.'
      : `No puede eliminar el perfil, lo usan ${users} usuarios.`,
} as const

const routeGrantSchema = z.strictObject({
  name: z.string(),
  description: z.string().default('').meta({ title: 'Descripción' }),
  path: z.string().default('').meta({ title: 'Dirección' }),
  register: z.boolean().default(false).meta({ title: 'Registrar' }),
  modify: z.boolean().default(false).meta({ title: 'Modificar' }),
  delete: z.boolean().default(false).meta({ title: 'Eliminar' }),
})

const groupAccessSchema = z
  .strictObject({
    onMenu: z.enum(MENU_GROUPS).meta({ title: 'Grupo' }),
    access: z.array(routeGrantSchema).max(100).meta({ title: 'Rutas' }),
  })
  .superRefine(({ onMenu, access }, context) => {
    access.forEach(({ name }, index) => {
      if (!ROUTES.some(({ template, group }) => template === name && group === onMenu))
        context.addIssue({
          code: 'custom',
          message: PROFILE_MESSAGES.unknownRoute,
          path: ['access', index, 'name'],
        })
    })
  })

export const profileSchema = z.strictObject({
  name: requiredLine(PROFILE_MESSAGES.name, 100).meta({ title: 'Nombre del perfil' }),
  accessWeb: z.boolean().default(false).meta({ title: 'Acceso web' }),
  accessApp: z.boolean().default(false).meta({ title: 'Acceso a la app' }),
  dateValidate: z.boolean().default(false).meta({ title: 'Valida crédito' }),
  deviceValidate: z.boolean().default(false).meta({ title: 'Valida dispositivo' }),
  secondFactor: z.boolean().default(false).meta({ title: 'Exige segundo factor' }),
  routeAccess: z.array(groupAccessSchema).max(MENU_GROUPS.length).default([]).meta({ title: 'Permisos' }),
})

export type ProfileInput = z.infer<typeof profileSchema>

export const groupAccessOutput = z.object({
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

export const profileOutput = z.object({
  _id: recordId,
  name: z.string(),
  isSystem: z.boolean().meta({ title: 'De sistema' }),
  role: z.enum(ROLES).meta({ title: 'Rol' }),
  accessWeb: z.boolean(),
  accessApp: z.boolean(),
  dateValidate: z.boolean(),
  deviceValidate: z.boolean(),
  secondFactor: z.boolean(),
  routeAccess: z.array(groupAccessOutput),
  dateCreate: instant().meta({ title: 'Fecha de Creación' }),
  dateUpdate: instant().meta({ title: 'Fecha de modificación' }),
})
export type Profile = z.infer<typeof profileOutput>

/**
 * A profile in a list: every user signed in to the web reads its name and role, for forms; the rest needs read
 * permission.
 */
export const profileRowOutput = profileOutput
  .partial()
  .required({ _id: true, name: true, isSystem: true, role: true, accessWeb: true })
  .extend({
    below: z.boolean().meta({
      title: 'De menor autoridad',
      description: 'Quien pregunta está por encima de los usuarios de este perfil',
    }),
    assignable: z
      .boolean()
      .meta({ title: 'Se puede asignar', description: 'Quien pregunta puede dar este perfil a un usuario' }),
  })
export type ProfileRow = z.infer<typeof profileRowOutput>
