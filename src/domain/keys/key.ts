import { z } from 'zod'
import { endpoints } from '../contract/endpoint.ts'
import { deletedOutput, exportEndpoint, instant, recordId } from '../contract/entity.ts'
import { sizeOutput } from '../contract/list-limit.ts'
import { groupAccessOutput, PROFILE_MESSAGES, profileSchema } from '../users/profile.ts'
import { requiredDate, requiredName } from '../validation/fields.ts'

/** Most keys of one maker, expired ones included (rule A17). */
export const MAX_KEYS = 20

/** A key as sent in `Authorization: Bearer`: tells keys from session tokens, which are shorter. */
export const KEY_PATTERN = /^ck_[\w-]{43}$/

export const KEY_MESSAGES = {
  name: 'Debe especificar el nombre de la clave',
  grants: 'Elija al menos un permiso.',
  beyondOwn: PROFILE_MESSAGES.beyondOwn,
  expiry: 'Debe especificar cuándo vence la clave.',
  past: 'La clave debe vencer después de este momento.',
  tooLate: 'La clave debe vencer dentro de un año.',
  tooMany: `Tiene ${MAX_KEYS} claves, que es lo máximo: revoque una.`,
  closed: 'Una clave de API no puede hacer esto: hágalo una persona, con su sesión.',
  onlyCustomers: 'Una clave de API solo crea usuarios de la aplicación y demos.',
  maker: 'Una clave de API no puede modificar la cuenta de quien la creó.',
} as const

/** The client's clock sets the expiry: it may be ahead by this much, in milliseconds. */
const CLOCK_ERROR = 5 * 60_000

/** Why a key cannot expire at this time; undefined if it can (rule A17). */
export const expiryError = (dateExpire: Date, now: Date): string | undefined => {
  if (dateExpire <= now) return KEY_MESSAGES.past
  const latest = new Date(now.getTime() + CLOCK_ERROR)
  latest.setUTCFullYear(latest.getUTCFullYear() + 1)
  return dateExpire > latest ? KEY_MESSAGES.tooLate : undefined
}

export const keySchema = z.strictObject({
  name: requiredName(KEY_MESSAGES.name, 60).meta({ title: 'Nombre' }),
  routeAccess: profileSchema.shape.routeAccess
    .unwrap()
    .refine((groups) => groups.some(({ access }) => access.length > 0), KEY_MESSAGES.grants)
    .meta({ title: 'Permisos' }),
  dateExpire: requiredDate(KEY_MESSAGES.expiry).meta({ title: 'Vence' }),
})
export type KeyInput = z.output<typeof keySchema>

export const keyOutput = z.object({
  _id: recordId,
  name: z.string().meta({ title: 'Nombre' }),
  user: z.string().meta({ title: 'Id del usuario', description: 'Quién la creó' }),
  userName: z.string().meta({ title: 'Creada por' }),
  routeAccess: z.array(groupAccessOutput).meta({
    title: 'Permisos',
    description: 'Los que se le dieron: en cada solicitud tiene de ellos los que conserva quien la creó',
  }),
  dateCreate: instant().meta({ title: 'Creada' }),
  dateExpire: instant().meta({ title: 'Vence' }),
  lastUse: instant().nullable().meta({ title: 'Último uso', description: 'Con un minuto de precisión' }),
})
export type ApiKey = z.infer<typeof keyOutput>

const tag = 'Claves de API'

export const KEY_ENDPOINTS = endpoints({
  list: {
    id: 'listKeys',
    method: 'GET',
    path: '/api/keys',
    tag,
    summary: 'Lista las claves propias y las de usuarios de menor autoridad',
    response: { 200: z.array(keyOutput) },
    errors: [401, 403, 422],
  },
  count: {
    id: 'countKeys',
    method: 'GET',
    path: '/api/keys/size',
    tag,
    summary: 'Cuenta las claves con los mismos filtros',
    response: { 200: sizeOutput },
    errors: [401, 403, 422],
  },
  export: exportEndpoint('exportKeys', '/api/keys/export', tag, 'las claves, sin su secreto,'),
  create: {
    id: 'createKey',
    method: 'POST',
    path: '/api/keys',
    tag,
    summary: 'Crea una clave, que solo esta respuesta muestra; pide confirmar la identidad',
    body: keySchema,
    response: { 201: z.object({ _id: recordId, key: z.string() }) },
    errors: [401, 403, 409, 422],
  },
  delete: {
    id: 'deleteKey',
    method: 'DELETE',
    path: '/api/keys/:id',
    tag,
    summary: 'Revoca una clave, que deja de funcionar al momento; pide confirmar la identidad',
    response: { 200: deletedOutput },
    errors: [401, 403, 404],
  },
})
