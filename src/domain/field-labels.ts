import type { Resource } from './registry.ts'
import { resources } from './resource-labels.ts'

type Labels = Readonly<Record<string, string>>

/** Filters of lists, further columns of exports, and details of audit events, which are no fields of a resource. */
const OTHER_LABELS: Labels = {
  sellerMonths: 'Meses del vendedor',
  targetMonths: 'Meses del cliente',
  method: 'Método',
  path: 'Dirección',
  repeated: 'Veces más',
  ended: 'Sesiones',
  factor: 'Segundo factor',
  people: 'Personas',
  entries: 'Entradas',
  created: 'Creados',
  changed: 'Modificados',
  same: 'Sin cambios',
  skipped: 'Omitidos',
  removed: 'Eliminados',
  restored: 'Restaurados',
  kept: 'Conservados',
  rows: 'Registros',
  format: 'Formato',
  columns: 'Columnas',
  sort: 'Ordenado por',
  savedView: 'Vista guardada',
  viewName: 'Nombre de la vista',
  list: 'Lista',
  q: 'Buscar',
  search: 'Búsqueda',
  ids: 'Elegidos',
  batch: 'Cambio en lote',
  status: 'Estado',
  quality: 'Calidad',
  publication: 'Publicación',
  linkState: 'Estado de los enlaces',
  publicationBlocked: 'No se publicó',
  category: 'Categoría',
  onlyLinkReserved: 'Solo enlaces reservados',
  dateBeging: 'Desde el día',
  dateFinish: 'Hasta el día',
  registerFrom: 'Registro desde',
  registerTo: 'Registro hasta',
  mediaId: 'Contenido',
  contentId: 'Contenido',
  episodeId: 'Id del episodio',
  host: 'Servidor',
  resource: 'Sección',
  record: 'Id del registro',
  user: 'Id del usuario',
  userCreated: 'Id del vendedor',
  userLicensed: 'Id del cliente',
  licence: 'Licencia',
}

/** Filters of the list of users by the expiry of licences, and details of compensations. */
const USER_LABELS: Labels = {
  dateBeging: 'Vence desde',
  dateFinish: 'Vence hasta',
  at: 'Licencias vigentes el',
  days: 'Días',
  reason: 'Motivo',
  refused: 'Rechazados',
}

/** The changes of a webhook, which the audit log keeps with the settings. */
const SETTING_LABELS: Labels = { password: 'Secreto' }

/** The Spanish name of a field, or of a nested one. */
export const fieldLabel = (resource: Resource, field: string): string =>
  resources[resource].fields[field] ??
  (resource === 'users' ? USER_LABELS[field] : undefined) ??
  (resource === 'settings' ? SETTING_LABELS[field] : undefined) ??
  OTHER_LABELS[field] ??
  field

/** Columns whose form label is also that of another column. */
const COLUMN_LABELS: Readonly<Partial<Record<Resource, Labels>>> = {
  users: { profile: 'Perfil (id)', creditToResell: 'Meses por vender' },
  license_transactions: { type: 'Tipo (código)', newDateExpire: 'Nuevo vencimiento (hora exacta)' },
}

/** Unique header of a column in an export. */
export const columnLabel = (resource: Resource, field: string): string =>
  COLUMN_LABELS[resource]?.[field] ?? fieldLabel(resource, field)

/** The headers that exports of a resource may have; fields that are never exported have none. */
export const exportHeadings = (resource: Resource, never: readonly string[]): ReadonlySet<string> => {
  const fields = [...Object.keys(resources[resource].fields), ...Object.keys(OTHER_LABELS)]
  return new Set(fields.flatMap((field) => (never.includes(field) ? [] : [columnLabel(resource, field)])))
}
