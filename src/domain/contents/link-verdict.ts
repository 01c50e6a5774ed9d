/** The parts of the catalogue whose links are checked. */
export const LINKED_RESOURCES = [
  'movies',
  'episodes',
  'documentaries',
  'discoveries',
  'musics',
  'sports',
  'channels',
  'radios',
  'channel_lists',
] as const
export type LinkedResource = (typeof LINKED_RESOURCES)[number]

const LINKED: readonly string[] = LINKED_RESOURCES
export const isLinked = (resource: string): resource is LinkedResource => LINKED.includes(resource)

/** What a check found, worst first (rule L21). */
export const VERDICTS = {
  down: 'Caído',
  unknown: 'No comprobable',
  unchecked: 'Sin comprobar',
  up: 'Activo',
} as const
export type Verdict = keyof typeof VERDICTS
export const VERDICT_NAMES = Object.keys(VERDICTS) as [Verdict, ...Verdict[]]

/** The verdicts of checks, with their reasons in Spanish. */
export const LINK_REASONS = {
  works: ['up', 'Responde con contenido.'],
  protocol: ['unknown', 'Este protocolo no se puede comprobar desde el servidor.'],
  private: ['unknown', 'La dirección pertenece a una red privada.'],
  noBase: ['unknown', 'Falta la dirección base de los enlaces internos en la configuración.'],
  refused: ['unknown', 'El servidor no deja que se compruebe: puede que solo atienda a sus aplicaciones.'],
  busy: ['unknown', 'El servidor dice que está ocupado.'],
  large: ['unknown', 'La lista de reproducción es demasiado grande para comprobarla.'],
  address: ['down', 'La dirección no es válida.'],
  notFound: ['down', 'El servidor dice que no existe.'],
  failing: ['down', 'El servidor responde con un error.'],
  unreachable: ['down', 'El servidor no responde o no existe.'],
  slow: ['down', 'No respondió a tiempo.'],
  redirects: ['down', 'Redirige demasiadas veces.'],
  page: ['down', 'Responde con una página, no con contenido.'],
  empty: ['down', 'Responde sin contenido.'],
  manifest: ['down', 'La lista de reproducción no se puede leer o está vacía.'],
  segment: ['down', 'La lista de reproducción responde, pero su contenido no.'],
} as const satisfies Record<string, readonly [Verdict, string]>
export type LinkReason = keyof typeof LINK_REASONS
export const LINK_REASON_NAMES = Object.keys(LINK_REASONS) as [LinkReason, ...LinkReason[]]

export const verdictOf = (reason: LinkReason): Exclude<Verdict, 'unchecked'> => LINK_REASONS[reason][0]
export const reasonText = (reason: LinkReason): string => LINK_REASONS[reason][1]
