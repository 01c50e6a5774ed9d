import { z } from 'zod'
import { BULK_MESSAGES, filterValue, MAX_IDS } from '../batches/bulk.ts'
import { LINK_REASON_NAMES, LINKED_RESOURCES, VERDICT_NAMES } from '../contents/link-verdict.ts'
import { endpoints } from '../contract/endpoint.ts'
import { instant } from '../contract/entity.ts'
import type { Settings } from '../settings/settings.ts'
import { id } from '../validation/fields.ts'

/** Checks of a link that are kept. */
export const KEPT_CHECKS = 10

type LinkHours = Pick<Settings, 'linkCheckFrom' | 'linkCheckUntil'>

export const LINK_HEALTH_MESSAGES = {
  none: 'Ninguno tiene un enlace activo.',
  nothingToUndo: 'Ningún enlace de ese día sigue desactivado por las comprobaciones.',
  outOfHours: ({ linkCheckFrom, linkCheckUntil }: LinkHours) =>
    `Fuera del horario de la configuración (de ${linkCheckFrom}:00 a ${linkCheckUntil}:00): ahora no haría nada.`,
} as const

/** Whether links are checked at an hour of the service: from the first until before the second, also over midnight. */
export const isLinkHour = (
  hour: number,
  { linkCheckFrom: from, linkCheckUntil: until }: LinkHours,
): boolean => (from <= until ? hour >= from && hour < until : hour >= from || hour < until) || from === until

const checkOutput = z.object({
  date: instant(),
  reason: z.enum(LINK_REASON_NAMES),
})
export type LinkCheck = z.infer<typeof checkOutput>

export const linkHealthOutput = z.object({
  link: z.string(),
  verdict: z.enum(VERDICT_NAMES),
  reason: z.enum(LINK_REASON_NAMES).nullable(),
  checked: instant().nullable().meta({ description: 'La última comprobación' }),
  since: instant().nullable().meta({ description: 'Desde cuándo está así' }),
  failures: z.int().meta({ description: 'Comprobaciones seguidas que lo encontraron caído' }),
  isWaiting: z.boolean().meta({ description: 'Hay una comprobación en espera o en curso' }),
  deactivated: instant().nullable().meta({ description: 'Cuándo lo desactivaron las comprobaciones' }),
  history: z.array(checkOutput).meta({ description: `Las últimas ${KEPT_CHECKS}, la última primero` }),
})
export type LinkHealth = z.infer<typeof linkHealthOutput>

const resource = z.enum(LINKED_RESOURCES, 'Debe ser una parte del catálogo con enlaces.')

/** The records whose active links are to be checked: by ids, or by the filters of their list (rule L22). */
export const checkInput = z
  .strictObject({
    resource,
    ids: z
      .array(id(), BULK_MESSAGES.ids)
      .min(1, BULK_MESSAGES.ids)
      .max(MAX_IDS, BULK_MESSAGES.ids)
      .optional(),
    filter: z.record(z.string(), filterValue, 'Debe enviar un objeto.').optional(),
    expected: z.int(BULK_MESSAGES.expected).min(1, BULK_MESSAGES.expected),
  })
  .check(({ value, issues }) => {
    if ((value.ids === undefined) === (value.filter === undefined))
      issues.push({ code: 'custom', message: BULK_MESSAGES.which, path: ['ids'], input: value })
  })
export type CheckInput = z.output<typeof checkInput>

/** Most hosts listed: those with the most links. */
export const MAX_HOSTS = 500

const hostOutput = z.object({
  host: z.string(),
  links: z.int(),
  records: z
    .array(z.object({ resource: z.enum(LINKED_RESOURCES), count: z.int() }))
    .meta({ description: 'Registros con un enlace a este dominio, por tipo' }),
  down: z.int().meta({ description: 'Enlaces activos que no funcionaron en su última comprobación' }),
  since: instant().nullable().meta({ description: 'Desde cuándo no funciona el primero de ellos' }),
  checked: instant().nullable().meta({ description: 'La última comprobación de un enlace a este dominio' }),
})
export type LinkHost = z.infer<typeof hostOutput>

const tag = 'Enlaces'

export const LINK_ENDPOINTS = endpoints({
  list: {
    id: 'listLinkHealth',
    method: 'GET',
    path: '/api/links',
    tag,
    summary: 'Muestra cómo respondieron los enlaces de un registro',
    response: { 200: z.array(linkHealthOutput) },
    errors: [401, 403, 422],
  },
  hosts: {
    id: 'listLinkHosts',
    method: 'GET',
    path: '/api/links/hosts',
    tag,
    summary: 'Cuenta los enlaces del catálogo por dominio; primero los que tienen más',
    response: { 200: z.array(hostOutput) },
    errors: [401, 403],
  },
  check: {
    id: 'checkLinks',
    method: 'POST',
    path: '/api/links/checks',
    tag,
    summary:
      'Pide comprobar los enlaces activos de unos registros, elegidos por ids o por los filtros de su lista',
    body: checkInput,
    response: {
      202: z.object({ links: z.int().meta({ description: 'Enlaces que esperan su comprobación' }) }),
    },
    errors: [401, 403, 409, 422],
  },
  deactivations: {
    id: 'countLinkDeactivations',
    method: 'GET',
    path: '/api/links/deactivations',
    tag,
    summary: 'Cuenta los enlaces que las comprobaciones desactivaron desde anoche',
    response: {
      200: z.object({
        links: z.int().meta({ description: 'Los que siguen desactivados' }),
        since: instant().meta({ description: 'Desde cuándo se cuentan' }),
      }),
    },
    errors: [401, 403],
  },
  undo: {
    id: 'undoLinkDeactivations',
    method: 'POST',
    path: '/api/links/deactivations/undo',
    tag,
    summary: 'Activa de nuevo los enlaces que las comprobaciones desactivaron desde un momento',
    body: z.strictObject({ since: z.iso.datetime('Debe ser una fecha.') }),
    response: { 200: z.object({ links: z.int() }) },
    errors: [401, 403, 409, 422],
  },
})
