import type { Resource } from '../registry.ts'

/** The kinds of audit events, with their Spanish names (rule G1). */
export const AUDIT_ACTIONS = {
  create: 'Creación',
  update: 'Modificación',
  delete: 'Eliminación',
  restore: 'Restauración',
  merge: 'Unión',
  process: 'Movimiento de créditos',
  compensate: 'Compensación de días',
  'undo-compensate': 'Compensación deshecha',
  password: 'Cambio de contraseña',
  'password-failed': 'Cambio de contraseña fallido',
  'password-refused': 'Cambio de contraseña rechazado',
  'sign-in': 'Inicio de sesión',
  'sign-in-failed': 'Inicio de sesión fallido',
  'sign-in-refused': 'Inicio de sesión rechazado',
  'sign-in-password': 'Contraseña correcta, falta el segundo factor',
  'sign-out': 'Cierre de sesión',
  disconnect: 'Sesiones cerradas',
  confirm: 'Identidad confirmada',
  'confirm-failed': 'Confirmación de identidad fallida',
  'confirm-refused': 'Confirmación de identidad rechazada',
  'factor-add': 'Segundo factor agregado',
  'factor-remove': 'Segundo factor quitado',
  'factor-reset': 'Segundo factor restablecido',
  'recovery-codes': 'Códigos de recuperación nuevos',
  'recovery-used': 'Código de recuperación usado',
  export: 'Exportación',
  import: 'Importación',
  'undo-import': 'Importación deshecha',
  repair: 'Reparación de reportes',
  'undo-repair': 'Reparación deshecha',
  answer: 'Respuesta a reportes',
  comment: 'Nota de un reporte',
  note: 'Nota de un usuario',
  'note-delete': 'Nota de un usuario eliminada',
  assign: 'Asignación de reportes',
  unassign: 'Asignación quitada',
  notify: 'Aviso abierto',
  resend: 'Reenvío',
  run: 'Tarea ejecutada',
  forbidden: 'Acceso denegado',
  erase: 'Borrado de datos personales',
} as const
export type AuditAction = keyof typeof AUDIT_ACTIONS

export const AUDIT_ACTION_NAMES = Object.keys(AUDIT_ACTIONS) as [AuditAction, ...AuditAction[]]

/** Sign-ins, confirmations of identity, failed password changes and refused requests. */
const ACCESS_ACTIONS: readonly AuditAction[] = [
  'sign-in',
  'sign-in-failed',
  'sign-in-refused',
  'sign-in-password',
  'sign-out',
  'confirm',
  'confirm-failed',
  'confirm-refused',
  'password-failed',
  'password-refused',
  'recovery-used',
  'forbidden',
]

/** The views of the audit log, with the actions of each (rule G7). */
export const AUDIT_VIEWS = {
  changes: AUDIT_ACTION_NAMES.filter((action) => !ACCESS_ACTIONS.includes(action)),
  access: ACCESS_ACTIONS,
} as const
export const AUDIT_VIEW_NAMES = ['changes', 'access'] as const satisfies (keyof typeof AUDIT_VIEWS)[]

/** Replaces a secret that was set or changed. */
export const MASK = '••••••'

/** A changed field with its values before and after; null where it had none. */
export interface FieldChange {
  field: string
  before: unknown
  after: unknown
}

type Row = Readonly<Record<string, unknown>>

/** Maintained by the server, not by operators: never logged as a change (rule G2). */
const UNLOGGED_FIELDS = new Set([
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
  'isPasswordGiven',
  'view',
  'views',
  'episodes',
  'publicationDue',
])

/** Secret fields, with their names in the audit log. */
const SECRETS: Readonly<Record<string, string>> = { passwordHash: 'password', password: 'password' }

const toJson = (value: unknown): unknown =>
  value === undefined || value === '' ? null : JSON.parse(JSON.stringify(value))

const isUnlogged = (field: string): boolean =>
  UNLOGGED_FIELDS.has(field) || (field.endsWith('Key') && field !== 'idempotencyKey')

/**
 * Changed fields in the order of the record: all fields of a new or deleted record. Secrets are masked; fields
 * maintained by the server are left out.
 */
export const changesBetween = (before: Row | undefined, after: Row | undefined): FieldChange[] =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    .filter((field) => !isUnlogged(field))
    .map((field) => ({ field, before: toJson(before?.[field]), after: toJson(after?.[field]) }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after))
    .map(maskSecret)

const maskSecret = (change: FieldChange): FieldChange => {
  const name = SECRETS[change.field]
  if (name === undefined) return change
  const hidden = (value: unknown) => (value === null ? null : MASK)
  return { field: name, before: hidden(change.before), after: hidden(change.after) }
}

/** Personal fields, stored apart so that they can be erased with the user (rule G5). */
const PERSONAL: Partial<Record<Resource, ReadonlySet<string>>> = {
  users: new Set(['name', 'fullName', 'email', 'address', 'telePhone', 'celPhone', 'comment', 'device']),
  license_transactions: new Set(['userFullName']),
  // Saved filters can contain a person's name or e-mail.
  profiles: new Set(['savedView']),
}

/** Splits changes into those kept forever and those erased with the user (rule G5). */
export const splitPersonal = (
  resource: Resource,
  changes: readonly FieldChange[],
): { lasting: FieldChange[]; personal: FieldChange[] } => {
  // Search texts are mostly names of people.
  const isPersonal = ({ field }: FieldChange) => field === 'q' || PERSONAL[resource]?.has(field) === true
  return {
    lasting: changes.filter((change) => !isPersonal(change)),
    personal: changes.filter(isPersonal),
  }
}
