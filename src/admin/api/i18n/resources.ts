import type { Resource } from '../../../domain/access/resources.ts'

export type ResourceLabels = {
  /** `singular |||| plural`, in lower case: they stand inside sentences. */
  name: string
  fields: Record<string, string>
}

const users: ResourceLabels = {
  name: 'usuario |||| usuarios',
  fields: {
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
  },
}

const categories: ResourceLabels = {
  name: 'categoría |||| categorías',
  fields: {
    name: 'Descripción',
    descriptionEnglish: 'Descripción en Inglés',
    type: 'Tipo',
    status: 'Activo',
    dateCreate: 'Fecha de Creación',
    dateUpdate: 'Fecha de modificación',
    userCreate: 'Creado por',
    userUpdate: 'Modificado por',
    q: 'Buscar',
  },
}

/** What contents say of themselves: each has its part of it. */
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

/** What channels, radio stations, guides and channel lists say of themselves. */
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

const movements: ResourceLabels = {
  name: 'movimiento |||| movimientos',
  fields: {
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
  },
}

const audit: ResourceLabels = {
  name: 'cambio |||| cambios',
  fields: {
    date: 'Fecha',
    userName: 'Usuario',
    action: 'Acción',
    resource: 'Sección',
    recordName: 'Registro',
    address: 'Desde',
    q: 'Buscar',
  },
}

const profiles: ResourceLabels = {
  name: 'perfil |||| perfiles',
  fields: {
    name: 'Nombre del perfil',
    accessWeb: 'Acceso web',
    accessApp: 'Acceso a la app',
    dateValidate: 'Valida crédito',
    deviceValidate: 'Valida dispositivo',
    routeAccess: 'Permisos',
    dateUpdate: 'Fecha de modificación',
    q: 'Buscar',
  },
}

/** What visits, reports and activity say of the content that they are about. */
const seenFields = {
  title: 'Título',
  mediaType: 'Tipo',
  genres: 'Géneros',
  genre: 'Género',
  year: 'Año',
  episode: 'Episodio',
  q: 'Buscar',
}

const issues: ResourceLabels = {
  name: 'reporte |||| reportes',
  fields: {
    ...seenFields,
    issueType: 'Error',
    reference: 'Referencia',
    date: 'Fecha',
    status: 'Estado',
    open: 'Reportados',
    fixed: 'Reparados',
    lastDate: 'Último reporte',
  },
}

const histories: ResourceLabels = {
  name: 'visita |||| visitas',
  fields: { ...seenFields, date: 'Fecha', userName: 'Usuario', contentLink: 'Enlace' },
}

const activitys: ResourceLabels = {
  name: 'contenido visto |||| contenidos vistos',
  fields: {
    ...seenFields,
    date: 'Última visita',
    rating: 'Puntuación',
    quality: 'Calidad',
    language: 'Idioma',
    imdb: 'IMDb',
  },
}

/** The Spanish names of what the admin keeps, and of its fields; an entity adds its own here. */
export const resources: Partial<Record<Resource, ResourceLabels>> = {
  users,
  categories,
  movies: { name: 'película |||| películas', fields: contentFields },
  documentaries: { name: 'documental |||| documentales', fields: contentFields },
  discoveries: { name: 'contenido On Demand |||| contenidos On Demand', fields: contentFields },
  musics: { name: 'concierto |||| conciertos', fields: contentFields },
  sports: { name: 'deporte |||| deportes', fields: contentFields },
  radios: { name: 'emisora |||| emisoras', fields: channelFields },
  channels: { name: 'canal |||| canales', fields: channelFields },
  guides: { name: 'guía de canales |||| guías de canales', fields: channelFields },
  channel_lists: { name: 'lista de canales |||| listas de canales', fields: channelFields },
  series: { name: 'serie |||| series', fields: contentFields },
  episodes: { name: 'episodio |||| episodios', fields: contentFields },
  profiles,
  license_transactions: movements,
  issues,
  histories,
  activitys,
  audit,
}
