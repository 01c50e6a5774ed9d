import { CHANNEL_LINK_KINDS } from './channels/channel.ts'
import { TRAILER_PROVIDERS } from './contents/film-fields.ts'
import { LANGUAGES, LINK_PROVIDERS, LINK_TYPES } from './contents/link.ts'
import { TYPE_NAMES } from './credits/transaction.ts'
import { resources } from './labels.ts'
import { entryOf, isResource, type Resource } from './registry.ts'
import { BACKGROUND_LABELS, SETTING_LABELS } from './settings/labels.ts'
import { platformLabel } from './settings/platforms.ts'
import { SETTING_PROVIDERS } from './settings/settings.ts'
import { ISSUE_TYPE_NAMES } from './support/issue.ts'
import { MEDIA_TYPE_NAMES } from './support/media-types.ts'

/** The Spanish name of a resource in the audit log. */
export const resourceName = (resource: Resource): string => {
  const { auditName, name } = entryOf(resource)
  return auditName ?? capital(name.one)
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Names of fields that no form or list labels. */
const FIELDS: Readonly<Record<string, string>> = {
  password: 'Contraseña',
  device: 'Dispositivo',
  macAddress: 'Dirección MAC',
  sdkVersion: 'Versión del SDK',
  appVersion: 'Versión de la aplicación',
  model: 'Modelo',
  product: 'Producto',
  description: 'Descripción',
  seller: 'Agente a cargo',
  sellerMonths: 'Meses del vendedor',
  targetMonths: 'Meses del cliente',
  newDateExpire: 'Nuevo vencimiento',
  serieId: 'Serie',
  isSystem: 'De sistema',
  onMenu: 'Grupo',
  access: 'Rutas',
  path: 'Dirección',
  register: 'Registrar',
  modify: 'Modificar',
  delete: 'Eliminar',
  quality: 'Calidad',
  audio: 'Audio',
  closedCaption: 'Subtítulos',
  isLinkReserved: 'Link reservado',
  linkType: 'Tipo de link',
  googleStorage: 'Google Storage',
  isCdnLink: 'CDN',
  audioSpa: 'Audio en español',
  audioEng: 'Audio en inglés',
  subtitleSpa: 'Subtítulos en español',
  subtitleEng: 'Subtítulos en inglés',
  link: 'Enlace',
  content: 'Enlace',
  number: 'Número',
  image: 'Imagen',
  info: 'Información',
  created: 'Creados',
  changed: 'Modificados',
  same: 'Sin cambios',
  skipped: 'Omitidos',
  removed: 'Eliminados',
  restored: 'Restaurados',
  kept: 'Conservados',
  reopened: 'Reabiertos',
  count: 'Reportes',
  q: 'Búsqueda',
  mediaId: 'Contenido',
  contentId: 'Contenido',
  dateBeging: 'Desde el día',
  dateFinish: 'Hasta el día',
  _id: 'Id',
  dateExpireFormat: 'Vencimiento anterior',
  dateExpireRef: 'Vencimiento anterior (hora exacta)',
  userCreated: 'Id del vendedor',
  userLicensed: 'Id del cliente',
  price: 'Precio de un crédito',
  status: 'Estado',
  saved: 'Guardado',
  day: 'Día',
  saleCount: 'Cantidad de ventas',
  saleCredits: 'Créditos vendidos',
  sales: 'Ventas',
  refundCount: 'Cantidad de devoluciones',
  refundCredits: 'Créditos devueltos',
  refunds: 'Devoluciones',
  net: 'Neto',
  user: 'Id del usuario',
  record: 'Id del registro',
  batch: 'Cambio en lote',
  changes: 'Cambios',
  contentLink: 'Enlace',
  episodeId: 'Id del episodio',
  parentId: 'Id de la serie',
  resource: 'Sección',
  assignable: 'Se puede asignar',
  below: 'De menor autoridad',
  role: 'Rol',
  dateCreate: 'Fecha de Creación',
  dateUpdate: 'Fecha de modificación',
  userCreate: 'Creado por',
  userUpdate: 'Modificado por',
  repeated: 'Veces más',
  rows: 'Registros',
  columns: 'Columnas',
  format: 'Formato',
  ids: 'Elegidos',
  sort: 'Ordenado por',
  order: 'Orden',
  limit: 'Registros por página',
  filters: 'Filtros',
  options: 'Opciones',
  search: 'Búsqueda',
  savedView: 'Vista guardada',
  viewName: 'Nombre de la vista',
  list: 'Lista',
  method: 'Método',
  people: 'Personas',
  entries: 'Entradas',
  size: 'Tamaño',
  versionCode: 'Número de versión',
  versionName: 'Nombre de la versión',
}

const SETTINGS: Readonly<Record<string, string>> = {
  ...BACKGROUND_LABELS,
  ...SETTING_LABELS,
  xam: SETTING_LABELS.agentTv,
}

/** The Spanish name of a field, or of a nested one. */
export const fieldName = (resource: Resource, field: string): string =>
  (resource === 'settings' ? SETTINGS[field] : resources[resource]?.fields[field]) ?? FIELDS[field] ?? field

/** Columns whose form label is also that of another column. */
const COLUMNS: Readonly<Partial<Record<Resource, Readonly<Record<string, string>>>>> = {
  users: { profile: 'Perfil (id)', creditToResell: 'Meses por vender' },
  license_transactions: { type: 'Tipo (código)', newDateExpire: 'Nuevo vencimiento (hora exacta)' },
}

/** Unique header of a column in an export. */
export const columnName = (resource: Resource, field: string): string =>
  COLUMNS[resource]?.[field] ?? fieldName(resource, field)

const WORDS: Readonly<Record<string, string>> = {
  ...TYPE_NAMES,
  ...ISSUE_TYPE_NAMES,
  enable: 'Activo',
  disable: 'Inactivo',
}

const LINK_PROVIDER_NAMES = Object.fromEntries(LINK_PROVIDERS.map(({ id, name }) => [String(id), name]))

/** Names of codes that are specific to one field. */
const CODES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  linkType: LINK_TYPES,
  linkInternal: CHANNEL_LINK_KINDS,
  trailerProvider: TRAILER_PROVIDERS,
  audio: LANGUAGES,
  language: LANGUAGES,
  closedCaption: LANGUAGES,
  mediaType: MEDIA_TYPE_NAMES,
  provider: LINK_PROVIDER_NAMES,
  contentProvider: SETTING_PROVIDERS,
  videoDefaultProvider: SETTING_PROVIDERS,
  videoTutorialTvProvider: SETTING_PROVIDERS,
  videoTutorialMobileProvider: SETTING_PROVIDERS,
}

/** The Spanish name of a code, state or type, or the value itself. */
export const valueName = (field: string, value: string): string => {
  if (field === 'platform') return platformLabel(value)
  if (field === 'resource' && isResource(value)) return resourceName(value)
  return CODES[field]?.[value] ?? WORDS[value] ?? value
}
