import { can, type Principal } from '../access/permissions.ts'
import { AUDIT_VIEWS, type AuditAction } from '../audit/audit-event.ts'
import type { Resource } from '../registry.ts'

/** The kinds of events in a user's timeline, with their labels. */
export const TIMELINE_KINDS = {
  sale: 'Créditos',
  change: 'Cambios',
  access: 'Accesos',
  visit: 'Visitas',
  report: 'Reportes',
  reply: 'Respuestas',
  notice: 'Avisos',
  mail: 'Correos',
  note: 'Notas',
} as const
export type TimelineKind = keyof typeof TIMELINE_KINDS
export const TIMELINE_KIND_NAMES = Object.keys(TIMELINE_KINDS) as [TimelineKind, ...TimelineKind[]]

/** Events of a timeline by default, and at most. */
export const TIMELINE_EVENTS = 10
export const MAX_TIMELINE_EVENTS = 100

/** Where the events of each kind are listed: who may read them there, sees them in the timeline. */
export const TIMELINE_SOURCES = {
  sale: 'license_transactions',
  change: 'audit',
  access: 'audit',
  visit: 'histories',
  report: 'issues',
  reply: 'issues',
  notice: 'audit',
  mail: 'outbox',
  note: 'users',
} as const satisfies Readonly<Record<TimelineKind, Resource>>

/** Kinds that API keys never read (rules A18, R7). */
const PEOPLE_ONLY: ReadonlySet<TimelineKind> = new Set(['report', 'reply', 'note'])

/** The kinds of events about a user in scope that the current user may read (rule U30); notes about oneself are none of them. */
export const readableKinds = (
  reader: Principal & { id: string; key?: unknown },
  user: { id: string },
): TimelineKind[] =>
  TIMELINE_KIND_NAMES.filter(
    (kind) =>
      can(reader, 'read', TIMELINE_SOURCES[kind]) &&
      (reader.key === undefined || !PEOPLE_ONLY.has(kind)) &&
      (kind !== 'note' || reader.id !== user.id),
  )

type AuditKind = 'change' | 'access' | 'notice'

/** The kind of an audit event about a user; undefined for notes, which are events of their own. */
export const auditKind = (action: AuditAction): AuditKind | undefined => {
  if (action === 'note') return undefined
  if (action === 'notify') return 'notice'
  return AUDIT_VIEWS.access.includes(action) ? 'access' : 'change'
}
