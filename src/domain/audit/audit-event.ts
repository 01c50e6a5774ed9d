import type { Resource } from '../registry.ts'

/** The kinds of audit events, with their Spanish names (rule G1). */
export const AUDIT_ACTIONS = {
  create: 'Creación',
  update: 'Modificación',
  delete: 'Eliminación',
  restore: 'Restauración',
  merge: 'Unión',
  process: 'Movimiento de créditos',
  password: 'Cambio de contraseña',
  'password-failed': 'Cambio de contraseña fallido',
  'password-refused': 'Cambio de contraseña rechazado',
  'sign-in': 'Inicio de sesión',
  'sign-in-failed': 'Inicio de sesión fallido',
  'sign-in-refused': 'Inicio de sesión rechazado',
  'sign-out': 'Cierre de sesión',
  export: 'Exportación',
  import: 'Importación',
  'undo-import': 'Importación deshecha',
  repair: 'Reparación de reportes',
  'undo-repair': 'Reparación deshecha',
  forbidden: 'Acceso denegado',
  erase: 'Borrado de datos personales',
} as const
export type AuditAction = keyof typeof AUDIT_ACTIONS

export const AUDIT_ACTION_NAMES = Object.keys(AUDIT_ACTIONS) as [AuditAction, ...AuditAction[]]

/** Stands for a secret that was set or changed. */
export const MASK = '••••••'

/** A field that was changed: what it held before and what it holds since; null where there is nothing. */
export interface FieldChange {
  field: string
  before: unknown
  after: unknown
}

type Row = Readonly<Record<string, unknown>>

/** Maintained by the server, not changed by an operator (rule G2). */
const SILENT = new Set([
  '_id',
  'search',
  'nameKey',
  'fullNameKey',
  'dateUpdate',
  'userUpdate',
  'userCreate',
  'createdBy',
  'deletedAt',
  'lastLogin',
  'view',
  'views',
  'episodes',
])

/** Secrets, by the name that the audit log gives them. */
const SECRETS: Readonly<Record<string, string>> = { passwordHash: 'password', password: 'password' }

const plain = (value: unknown): unknown =>
  value === undefined || value === '' ? null : JSON.parse(JSON.stringify(value))

const isSilent = (field: string): boolean =>
  SILENT.has(field) || (field.endsWith('Key') && field !== 'idempotencyKey')

/**
 * What a change did, field by field in the order of the record: of a new record all that it holds, of a deleted one
 * all that it held. Secrets are masked; what the server maintains is left out.
 */
export const changesBetween = (before: Row | undefined, after: Row | undefined): FieldChange[] =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    .filter((field) => !isSilent(field))
    .map((field) => ({ field, before: plain(before?.[field]), after: plain(after?.[field]) }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after))
    .map(masked)

const masked = (change: FieldChange): FieldChange => {
  const name = SECRETS[change.field]
  if (name === undefined) return change
  const hidden = (value: unknown) => (value === null ? null : MASK)
  return { field: name, before: hidden(change.before), after: hidden(change.after) }
}

/** Personal fields, which the audit log stores apart so that they can be erased with the user (rule G5). */
const PERSONAL: Partial<Record<Resource, ReadonlySet<string>>> = {
  users: new Set(['name', 'fullName', 'email', 'address', 'telePhone', 'celPhone', 'comment', 'device']),
  license_transactions: new Set(['userFullName']),
  // Its filters can hold what somebody looks for people with.
  profiles: new Set(['savedView']),
}

/** Splits changes into those kept for ever and those erased with the user (rule G5). */
export const partPersonal = (
  resource: Resource,
  changes: readonly FieldChange[],
): { lasting: FieldChange[]; personal: FieldChange[] } => {
  // A search looks for people more often than not.
  const isPersonal = ({ field }: FieldChange) => field === 'q' || PERSONAL[resource]?.has(field) === true
  return {
    lasting: changes.filter((change) => !isPersonal(change)),
    personal: changes.filter(isPersonal),
  }
}
