/** Why a record could not be switched on (rule L4). */
export const OBSTACLES = { link: 'Sin enlace activo', category: 'Categoría inactiva' } as const
export type Obstacle = keyof typeof OBSTACLES
export const OBSTACLE_NAMES = Object.keys(OBSTACLES) as [Obstacle, ...Obstacle[]]

/** Values of the lists' filter by publication (rule L5). */
export const PUBLICATION_STATES = {
  scheduled: 'Programada',
  ending: 'Por retirar',
  blocked: 'No se publicó',
  none: 'Sin fechas',
} as const
export type PublicationState = keyof typeof PUBLICATION_STATES
