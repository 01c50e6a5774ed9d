import { z } from 'zod'
import { endpoints } from '../contract/endpoint.ts'
import { deletedOutput, exportEndpoint, noOutput } from '../contract/entity.ts'
import { sizeOutput } from '../contract/list-limit.ts'
import { demoResetOutput } from '../contract/service.ts'
import { CHAT_NOTICE_NAMES } from '../user-notices/notice.ts'
import { text } from '../validation/fields.ts'
import { MANY_DEMOS } from './creation.ts'
import { passwordChangeSchema } from './password.ts'
import { groupAccessOutput, profileOutput, profileRowOutput, profileSchema } from './profile.ts'
import { newUserSchema, userChangesSchema, userOutput } from './user.ts'

export const userNoticeInput = z.strictObject({
  notice: z.enum(CHAT_NOTICE_NAMES, 'El aviso es inválido.').meta({ title: 'Aviso' }),
})

/** The current user's record, with the profile's grants. */
export const meOutput = userOutput.extend({
  isAdmin: z.boolean(),
  routeAccess: z.array(groupAccessOutput),
  mustChangePassword: z.boolean().meta({
    description: 'Si antes de seguir debe cambiar su contraseña, que le dio otra persona',
  }),
  timeZone: z.string().meta({ description: 'La zona cuyos días usan los filtros y las pantallas' }),
  isMailOn: z.boolean().meta({ description: 'Si el servidor puede enviar correos' }),
  isFilmLookupOn: z.boolean().meta({ description: 'Si el servidor puede buscar en la base de películas' }),
  demo: z.object({ dateReset: demoResetOutput }).optional().meta({ description: 'Solo de una demostración' }),
})
export type Me = z.infer<typeof meOutput>

/** A figure that leads to a list, as `/size` of that list answers it. */
const figure = sizeOutput.pick({ count: true, approximate: true })

const expiringOutput = z.object({
  soon: z.array(figure.extend({ days: z.int().meta({ description: 'De hoy a dentro de estos días' }) })),
  expired: z.int().meta({ description: 'Las que vencieron antes de hoy' }),
  expiredApproximate: figure.shape.approximate,
})

/** Contains every day, also those on which no licence expires. */
const expiringDaysOutput = expiringOutput.extend({
  days: z.array(figure.extend({ day: z.string().meta({ format: 'date' }) })),
})

const list = {
  id: 'listUsers',
  method: 'GET',
  path: '/api/users',
  tag: 'Usuarios',
  summary: 'Lista usuarios',
  response: { 200: z.array(userOutput) },
  errors: [401, 403, 422],
} as const

export const USER_ENDPOINTS = endpoints({
  list,
  /** Alias of the list at the path used by older clients. */
  listShort: { ...list, id: 'listUsersShort', path: '/api/users/short' },
  count: {
    id: 'countUsers',
    method: 'GET',
    path: '/api/users/size',
    tag: 'Usuarios',
    summary: 'Cuenta usuarios con los mismos filtros',
    response: { 200: sizeOutput },
    errors: [401, 403, 422],
  },
  export: exportEndpoint('exportUsers', '/api/users/export', 'Usuarios', 'usuarios'),
  me: {
    id: 'getMe',
    method: 'GET',
    path: '/api/users/me',
    tag: 'Usuarios',
    summary: 'Muestra quién inició la sesión y sus permisos',
    response: { 200: meOutput },
    errors: [401],
  },
  expiring: {
    id: 'countExpiringUsers',
    method: 'GET',
    path: '/api/users/expiring',
    tag: 'Usuarios',
    summary: 'Cuenta las licencias que vencen pronto y las vencidas',
    response: { 200: expiringOutput },
    errors: [401, 403],
  },
  expiringDays: {
    id: 'countExpiringUsersByDay',
    method: 'GET',
    path: '/api/users/expiring/days',
    tag: 'Usuarios',
    summary: 'Cuenta las licencias que vencen cada día, de hoy a dentro de 30 días, y las vencidas',
    response: { 200: expiringDaysOutput },
    errors: [401, 403],
  },
  lowBalances: {
    id: 'listLowBalances',
    method: 'GET',
    path: '/api/users/balance/low',
    tag: 'Usuarios',
    summary: 'Cuenta los agentes activos a quienes les queda poco balance, y muestra a los activos de menos',
    response: { 200: figure.extend({ users: z.array(userOutput) }) },
    errors: [401, 403],
  },
  manyDemos: {
    id: 'listManyDemos',
    method: 'GET',
    path: '/api/users/demo/many',
    tag: 'Usuarios',
    summary: `Muestra los agentes que crearon más de ${MANY_DEMOS} demos hoy o ayer`,
    response: {
      200: z.array(
        z.object({
          _id: z.string(),
          fullName: z.string(),
          day: z.string().meta({ format: 'date' }),
          demos: z.int(),
        }),
      ),
    },
    errors: [401, 403],
  },
  countExpiredDemos: {
    id: 'countExpiredDemos',
    method: 'GET',
    path: '/api/users/demo/expired',
    tag: 'Usuarios',
    summary: 'Cuenta los usuarios demo vencidos',
    response: { 200: z.object({ count: z.int() }) },
    errors: [401, 403],
  },
  removeExpiredDemos: {
    id: 'removeExpiredDemos',
    method: 'DELETE',
    path: '/api/users/demo',
    tag: 'Usuarios',
    summary: 'Elimina los usuarios demo vencidos',
    response: { 200: z.object({ count: z.int() }) },
    errors: [401, 403],
  },
  get: {
    id: 'getUser',
    method: 'GET',
    path: '/api/users/:id',
    tag: 'Usuarios',
    summary: 'Muestra un usuario',
    response: { 200: userOutput },
    errors: [401, 403, 404],
  },
  create: {
    id: 'createUser',
    method: 'POST',
    path: '/api/users',
    tag: 'Usuarios',
    summary: 'Registra un usuario',
    body: newUserSchema,
    response: { 201: userOutput },
    errors: [401, 403, 409, 422, 503],
  },
  update: {
    id: 'updateUser',
    method: 'PUT',
    path: '/api/users/:id',
    tag: 'Usuarios',
    summary: 'Cambia los campos enviados de un usuario',
    body: userChangesSchema.extend({
      dateUpdate: z.string(),
      version: z.string().optional().meta({
        description:
          'El evento del registro de auditoría a cuya versión se vuelve: pide confirmar la identidad',
      }),
    }),
    response: { 200: userOutput },
    errors: [401, 403, 404, 409, 422, 503],
  },
  delete: {
    id: 'deleteUser',
    method: 'DELETE',
    path: '/api/users/:id',
    tag: 'Usuarios',
    summary: 'Elimina un usuario',
    response: { 200: deletedOutput },
    errors: [401, 403, 404, 409],
  },
  changePassword: {
    id: 'changePassword',
    method: 'PUT',
    path: '/api/users/:id/password',
    tag: 'Usuarios',
    summary: 'Cambia una contraseña y cierra las sesiones de su usuario',
    body: passwordChangeSchema,
    response: { 204: noOutput },
    errors: [401, 403, 404, 409, 422, 429, 503],
  },
  recordUserNotice: {
    id: 'recordUserNotice',
    method: 'POST',
    path: '/api/users/:id/notices',
    tag: 'Usuarios',
    summary: 'Anota en el registro de auditoría que se abrió un aviso a un usuario; no lo envía',
    body: userNoticeInput,
    response: { 204: noOutput },
    errors: [401, 403, 404, 422],
  },
  passwordStrength: {
    id: 'estimatePasswordStrength',
    method: 'POST',
    path: '/api/passwords/strength',
    tag: 'Usuarios',
    summary: 'Estima la seguridad de una contraseña; no la guarda',
    body: z.strictObject({ password: text(200) }),
    response: {
      200: z.object({
        score: z.int().min(0).max(4).meta({ description: 'De 0, muy débil, a 4, muy buena' }),
        isCommon: z.boolean().meta({ description: 'Está entre las 10.000 más usadas' }),
      }),
    },
    errors: [401, 403, 422, 429],
  },
  platforms: {
    id: 'listPlatforms',
    method: 'GET',
    path: '/api/lookups/platforms',
    tag: 'Consultas de formularios',
    summary: 'Lista los identificadores de App Origen',
    response: { 200: z.array(z.string()) },
    errors: [401],
  },
})

export const PROFILE_ENDPOINTS = endpoints({
  list: {
    id: 'listProfiles',
    method: 'GET',
    path: '/api/profiles',
    tag: 'Perfiles',
    summary: 'Lista perfiles: completos para quien puede verlos, si no sus nombres',
    response: { 200: z.array(profileRowOutput) },
    errors: [401, 422],
  },
  count: {
    id: 'countProfiles',
    method: 'GET',
    path: '/api/profiles/size',
    tag: 'Perfiles',
    summary: 'Cuenta perfiles con los mismos filtros',
    response: { 200: sizeOutput },
    errors: [401, 422],
  },
  export: exportEndpoint('exportProfiles', '/api/profiles/export', 'Perfiles', 'perfiles'),
  get: {
    id: 'getProfile',
    method: 'GET',
    path: '/api/profiles/:id',
    tag: 'Perfiles',
    summary: 'Muestra un perfil',
    response: { 200: profileOutput },
    errors: [401, 403, 404],
  },
  create: {
    id: 'createProfile',
    method: 'POST',
    path: '/api/profiles',
    tag: 'Perfiles',
    summary: 'Registra un perfil',
    body: profileSchema,
    response: { 201: profileOutput },
    errors: [401, 403, 409, 422],
  },
  update: {
    id: 'updateProfile',
    method: 'PUT',
    path: '/api/profiles/:id',
    tag: 'Perfiles',
    summary: 'Cambia los campos enviados de un perfil',
    body: profileSchema.extend({ dateUpdate: z.string() }),
    response: { 200: profileOutput },
    errors: [401, 403, 404, 409, 422],
  },
  delete: {
    id: 'deleteProfile',
    method: 'DELETE',
    path: '/api/profiles/:id',
    tag: 'Perfiles',
    summary: 'Elimina un perfil',
    response: { 200: deletedOutput },
    errors: [401, 403, 404, 409],
  },
})
