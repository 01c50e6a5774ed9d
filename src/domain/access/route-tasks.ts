import type { Resource } from '../registry.ts'
import type { Route } from './routes.ts'

/** The permission editor's sub-headings (rule U31). */
const TASKS: Readonly<Record<Resource, string>> = {
  users: 'Clientes',
  activitys: 'Atención',
  histories: 'Atención',
  issues: 'Atención',
  license_transactions: 'Ventas',
  audit: 'Control',
  reconciliation: 'Control',
  categories: 'Organización',
  quality: 'Organización',
  channels: 'Televisión y radio',
  guides: 'Televisión y radio',
  channel_lists: 'Televisión y radio',
  radios: 'Televisión y radio',
  discoveries: 'Películas y otros contenidos',
  documentaries: 'Películas y otros contenidos',
  movies: 'Películas y otros contenidos',
  musics: 'Películas y otros contenidos',
  sports: 'Películas y otros contenidos',
  series: 'Series',
  episodes: 'Series',
  profiles: 'Perfiles',
  settings: 'Sistema',
  outbox: 'Sistema',
  jobs: 'Sistema',
  keys: 'Sistema',
}

const taskOf = ({ resource }: Route): string => (resource === undefined ? 'Inicio y cuenta' : TASKS[resource])

interface RouteTask {
  readonly task: string
  readonly routes: readonly Route[]
}

/** Routes by task, in the order in which the tasks first occur. */
export const routesByTask = (routes: readonly Route[]): RouteTask[] =>
  [...new Set(routes.map(taskOf))].map((task) => ({
    task,
    routes: routes.filter((route) => taskOf(route) === task),
  }))
