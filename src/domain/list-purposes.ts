import type { Resource } from './registry.ts'

/** Resources without a list of records. */
type Unlisted = 'quality' | 'reconciliation' | 'settings'

/** What each list is for, in one sentence: shown while it is empty (rule W29). Not in the registry, which /login loads. */
export const LIST_PURPOSES: Readonly<Record<Exclude<Resource, Unlisted>, string>> = {
  users: 'Aquí están los clientes, los usuarios demo y los agentes, con su licencia y su vencimiento.',
  activitys: 'Aquí queda la última visita del usuario a cada contenido.',
  histories: 'Aquí queda cada contenido que los clientes abren en sus aplicaciones.',
  issues: 'Los errores que reporten los clientes aparecerán aquí.',
  license_transactions: 'Aquí quedan las ventas, devoluciones, créditos y transferencias, con sus recibos.',
  audit: 'Aquí queda quién cambió qué, y cuándo.',
  categories: 'Las categorías ordenan los contenidos y los canales en las aplicaciones.',
  channels: 'Los canales de TV en vivo, cada uno con su enlace, su categoría y su guía.',
  guides: 'Las guías (XMLTV) dicen qué emite cada canal, ahora y después.',
  channel_lists: 'Listas de canales completas, que las aplicaciones leen de un enlace.',
  discoveries: 'Contenidos de cualquier tipo para la sección On Demand de las aplicaciones.',
  documentaries: 'Los documentales del catálogo, cada uno con su ficha, su portada y sus enlaces.',
  movies: 'Las películas del catálogo, cada una con su ficha, su portada y sus enlaces.',
  musics: 'Los conciertos del catálogo, cada uno con su ficha, su portada y sus enlaces.',
  radios: 'Las emisoras de radio que los clientes escuchan en vivo, cada una con su enlace.',
  series: 'Las series del catálogo, cada una con sus temporadas y sus episodios.',
  episodes: 'Los episodios de la serie, por temporada, cada uno con sus enlaces.',
  sports: 'Partidos y otros eventos deportivos, cada uno con su ficha, su portada y sus enlaces.',
  profiles: 'Un perfil dice qué pantallas abre un usuario y qué puede cambiar en ellas.',
  outbox: 'Aquí aparecen los correos a clientes y agentes, y las entregas de los webhooks, durante 90 días.',
  jobs: 'Lo que el servicio hizo en segundo plano en los últimos 30 días.',
  keys: 'Con una clave, otro programa usa la API en su nombre, solo para lo que usted le permita: una tienda que registra clientes, un sistema de facturación, un reporte nocturno.',
}

/** Undefined for a resource without a list. */
export const listPurpose = (resource: Resource): string | undefined => {
  const purposes: Readonly<Partial<Record<Resource, string>>> = LIST_PURPOSES
  return purposes[resource]
}
