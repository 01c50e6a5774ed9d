import { z } from 'zod'
import { CHANNEL_SETTINGS, type Permission } from '../access/permissions.ts'
import { LINK_REASON_NAMES, LINKED_RESOURCES, type LinkedResource } from '../contents/link-verdict.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { CHANGE_PERMISSIONS } from '../settings/settings-screens.ts'
import { LINK_MESSAGES, requiredWebUrl } from '../validation/fields.ts'

/** The settings with a base address of internal links. */
export const LINK_BASES = ['contentUrlBase', 'tvUrlBase'] as const
export type LinkBase = (typeof LINK_BASES)[number]

/** The resources with internal links, by their base address (rules K11, T2). */
export const BASE_RESOURCES = {
  contentUrlBase: ['movies', 'episodes', 'documentaries', 'discoveries', 'musics', 'sports'],
  tvUrlBase: ['channels'],
} as const satisfies Record<LinkBase, readonly LinkedResource[]>

/** The base address of the internal links that a resource may have. */
export const linkBase = (resource: LinkedResource): LinkBase =>
  resource === 'channels' ? 'tvUrlBase' : 'contentUrlBase'

/** What changing a base address needs (rules S3, S8). */
export const BASE_PERMISSIONS = {
  contentUrlBase: CHANGE_PERMISSIONS.settings,
  tvUrlBase: { any: [CHANGE_PERMISSIONS.settings, CHANNEL_SETTINGS] },
} as const satisfies Record<LinkBase, Permission>

/** Most links that are tried under a new base address. */
export const MAX_TRIED = 5

export const LINK_BASE_MESSAGES = {
  missing: 'Debe especificar la dirección nueva.',
  busy: 'Ese servidor se está comprobando o no respondió varias veces seguidas: inténtelo más tarde.',
} as const

/** The new base address, as the settings require it. */
export const baseCheckInput = z.strictObject({
  url: requiredWebUrl(LINK_BASE_MESSAGES.missing, LINK_MESSAGES.url),
})

const dependants = z.object({
  links: z.int().meta({ description: 'Enlaces internos que dependen de ella, también los inactivos' }),
  resources: z.array(z.object({ resource: z.enum(LINKED_RESOURCES), links: z.int() })),
  isScheduled: z
    .boolean()
    .meta({ description: 'Si los enlaces se comprueban solos, como después de un cambio' }),
})
export type BaseDependants = z.infer<typeof dependants>

const baseCheck = z.object({
  url: z.string().meta({ description: 'El enlace, bajo la dirección nueva' }),
  reason: z.enum(LINK_REASON_NAMES),
})
export type BaseCheck = z.infer<typeof baseCheck>

/** The endpoints of a base address; `name` is the part of their operation ids. */
const baseEndpoints = <const Base extends LinkBase>(base: Base, name: string, title: string) =>
  ({
    count: {
      id: `count${name}Links`,
      method: 'GET',
      path: `/api/links/bases/${base}`,
      tag: 'Enlaces',
      summary: `Cuenta los enlaces internos que dependen de la ${title}`,
      response: { 200: dependants },
      errors: [401, 403],
    },
    check: {
      id: `check${name}`,
      method: 'POST',
      path: `/api/links/bases/${base}/checks`,
      tag: 'Enlaces',
      summary: `Prueba hasta ${MAX_TRIED} enlaces activos bajo otra ${title}, sin guardarla`,
      body: baseCheckInput,
      response: { 200: z.array(baseCheck) },
      errors: [401, 403, 409, 422],
    },
  }) as const satisfies Record<string, Endpoint>

export const LINK_BASE_ENDPOINTS = {
  contentUrlBase: baseEndpoints('contentUrlBase', 'ContentUrlBase', 'URL base de contenidos'),
  tvUrlBase: baseEndpoints('tvUrlBase', 'TvUrlBase', 'URL base de canales'),
} as const satisfies Record<LinkBase, unknown>
