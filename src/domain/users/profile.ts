import { z } from 'zod'

import { MENU_GROUPS, ROUTES } from '../access/routes.ts'
import { requiredText } from '../validation/text.ts'

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
  wider: 'No puede modificar ni eliminar un perfil con permisos que usted no tiene.',
  noCustom: 'Su rol no permite crear perfiles.',
  inUse: (users: number) =>
    users === 1
      ? 'No puede eliminar el perfil, lo usa 1 usuario.'
      : `No puede eliminar el perfil, lo usan ${users} usuarios.`,
} as const

const routeGrantShape = z.strictObject({
  name: z.string(),
  description: z.string().default(''),
  path: z.string().default(''),
  register: z.boolean().default(false),
  modify: z.boolean().default(false),
  delete: z.boolean().default(false),
})

const groupAccessShape = z
  .strictObject({ onMenu: z.enum(MENU_GROUPS), access: z.array(routeGrantShape).max(100) })
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

/** Input of a profile. */
export const profileShape = z.strictObject({
  name: requiredText(PROFILE_MESSAGES.name, 100),
  accessWeb: z.boolean().default(false),
  accessApp: z.boolean().default(false),
  dateValidate: z.boolean().default(false),
  deviceValidate: z.boolean().default(false),
  routeAccess: z.array(groupAccessShape).max(MENU_GROUPS.length).default([]),
})

export type ProfileInput = z.infer<typeof profileShape>
