import { entryOf, RESOURCES, type Resource } from './registry.ts'

type Labels = Readonly<Record<string, string>>

const users: Labels = {
  name: 'Usuario',
  password: 'Contraseña',
  fullName: 'Nombre completo',
  email: 'Correo electrónico',
  address: 'Dirección',
  telePhone: 'Teléfono',
  celPhone: 'Celular',
  comment: 'Comentario',
  mailNotify: 'Notificar por correo',
  profile: 'Perfil',
  profileName: 'Perfil',
  role: 'Rol',
  creditAmount: 'Crédito',
  creditToResell: 'Balance de créditos',
  balanceToCredit: 'Balance de créditos',
  dateCreate: 'Fecha de registro',
  dateExpire: 'Vence',
  lastLogin: 'Último acceso',
  status: 'Estado',
  platform: 'App',
  useTvList: 'Usa Lista de TV',
  views: 'Visitas',
  device: 'Dispositivo',
  userCreate: 'Creado por',
  userUpdate: 'Modificado por',
  dateUpdate: 'Fecha de modificación',
  dateBeging: 'Vence desde',
  dateFinish: 'Vence hasta',
  registerFrom: 'Registro desde',
  registerTo: 'Registro hasta',
  q: 'Buscar',
}

const categories: Labels = {
  name: 'Descripción',
  descriptionEnglish: 'Descripción en Inglés',
  type: 'Tipo',
  status: 'Activo',
  dateCreate: 'Fecha de Creación',
  dateUpdate: 'Fecha de modificación',
  userCreate: 'Creado por',
  userUpdate: 'Modificado por',
  q: 'Buscar',
}

/** Labels of content fields; each entity has some of them. */
const contentFields = {
  title: 'Título',
  year: 'Año',
  released: 'Fecha de estreno',
  runtime: 'Duración (min)',
  rated: 'Clasificación',
  rating: 'Puntuación',
  genres: 'Géneros',
  synopsis: 'Sinopsis',
  synopsisEng: 'Sinopsis en Inglés',
  imdbId: 'IMDb',
  covertImage: 'Imagen del covert',
  fullImage: 'Imagen del fondo',
  trailer: 'Trailer',
  trailerProvider: 'Proveedor del trailer',
  hasOscar: 'Ganadora del Oscar',
  isPremiere: 'Estreno',
  onlyEnglish: 'Solo en Inglés',
  isDominican: 'Contenido Especial',
  isYoutube: 'YouTube',
  hasLinkReserved: 'Link reservado',
  onlyLinkReserved: 'Solo links reservados',
  actors: 'Actores',
  categories: 'Categorías',
  mailOrigin: 'Origen',
  reference: 'Referencia',
  monoAudio: 'Modo Audio',
  children: 'Niños',
  adultOnly: 'Solo Adultos',
  mediaType: 'Tipo de contenido',
  provider: 'Imagen del proveedor',
  seasons: 'Temporadas',
  season: 'Temporada',
  episode: 'Episodio',
  episodes: 'Episodios',
  serieId: 'Serie',
  info: 'Información',
  view: 'Visitas',
  status: 'Activo',
  dateCreate: 'Fecha de Creación',
  dateUpdate: 'Fecha de modificación',
  userCreate: 'Creado por',
  userUpdate: 'Modificado por',
  content: 'Enlaces',
  q: 'Buscar',
}

/** Labels of fields of channels, radio stations, guides and channel lists. */
const channelFields = {
  number: 'Número',
  title: 'Título',
  name: 'Nombre',
  url: 'Link',
  gzip: 'Comprimida (gzip)',
  category: 'Categoría',
  image: 'Imagen',
  flag: 'Bandera',
  linkInternal: 'Tipo de link',
  link: 'Enlace',
  guideLink: 'Link de la guía',
  channelGuide: 'Guía',
  epgId: 'EPG ID',
  isAdult: 'Adultos',
  children: 'Niños',
  status: 'Activo',
  dateCreate: 'Fecha de Creación',
  dateUpdate: 'Fecha de modificación',
  userCreate: 'Creado por',
  userUpdate: 'Modificado por',
  q: 'Buscar',
}

const catalogueFields: Labels = { ...channelFields, ...contentFields }

const transactions: Labels = {
  reference: 'Referencia',
  date: 'Fecha',
  userCreatedName: 'Vendedor',
  userFullName: 'Cliente',
  type: 'Tipo',
  typeDescrition: 'Tipo',
  period: 'Período',
  count: 'Créditos',
  creditPrice: 'Precio',
  total: 'Total',
  description: 'Descripción',
  newDateExpireFormat: 'Nuevo vencimiento',
  q: 'Buscar',
}

const audit: Labels = {
  date: 'Fecha',
  userName: 'Usuario',
  action: 'Acción',
  resource: 'Sección',
  recordName: 'Registro',
  address: 'Desde',
  q: 'Buscar',
}

const profiles: Labels = {
  name: 'Nombre del perfil',
  accessWeb: 'Acceso web',
  accessApp: 'Acceso a la app',
  dateValidate: 'Valida crédito',
  deviceValidate: 'Valida dispositivo',
  routeAccess: 'Permisos',
  dateUpdate: 'Fecha de modificación',
  q: 'Buscar',
}

/** Labels of content fields in visits, reports and activity. */
const seenFields = {
  title: 'Título',
  mediaType: 'Tipo',
  genres: 'Géneros',
  genre: 'Género',
  year: 'Año',
  episode: 'Episodio',
  q: 'Buscar',
}

const issues: Labels = {
  ...seenFields,
  issueType: 'Error',
  reference: 'Referencia',
  date: 'Fecha',
  status: 'Estado',
  open: 'Reportados',
  fixed: 'Reparados',
  lastDate: 'Último reporte',
}

const histories: Labels = { ...seenFields, date: 'Fecha', userName: 'Usuario', contentLink: 'Enlace' }

const activitys: Labels = {
  ...seenFields,
  date: 'Última visita',
  rating: 'Puntuación',
  quality: 'Calidad',
  language: 'Idioma',
  imdb: 'IMDb',
}

/** Labels that differ from those of the catalogue. */
const FIELDS: Partial<Record<Resource, Labels>> = {
  users,
  categories,
  profiles,
  license_transactions: transactions,
  issues,
  histories,
  activitys,
  audit,
}

/** React-Admin translations: names of resources (`singular |||| plural`) and labels of their fields. */
export const resources = namesOf()

function namesOf(): Record<Resource, { name: string; fields: Labels }> {
  const names = RESOURCES.map((resource) => {
    const { name, labels } = entryOf(resource)
    const fields = { ...(FIELDS[resource] ?? catalogueFields), ...labels }
    return [resource, { name: `${name.one} |||| ${name.many}`, fields }]
  })
  return Object.fromEntries(names)
}
