import { holds, type Permission, type Principal, type Role } from '../access/permissions.ts'
import { LINKED_RESOURCES } from '../contents/link-verdict.ts'
import { creatableRoles } from '../users/creation.ts'
import type { Step } from './first-steps.ts'

interface ThingToTry extends Step {
  /** What it needs besides its route. */
  needs?: Permission
}

const THINGS = {
  sale: {
    title: 'Venda un mes a un cliente',
    text: 'Búsquelo y pulse «Crédito» en su fila.',
    route: 'user-list',
    needs: { action: 'create', resource: 'license_transactions' },
  },
  demo: {
    title: 'Cree un usuario demo',
    text: 'Con el perfil demo se prueba el servicio unas horas, sin costo.',
    route: 'user-create',
    needs: { action: 'create', resource: 'users' },
  },
  receipt: {
    title: 'Imprima un recibo',
    text: 'El historial reimprime el de cada venta.',
    route: 'credit-list',
  },
  transfer: {
    title: 'Transfiera créditos a un agente',
    text: 'Pulse «Crédito» en la fila de un agente suyo.',
    route: 'user-list',
    needs: { action: 'create', resource: 'license_transactions' },
  },
  sales: {
    title: 'Sume las ventas de un mes',
    text: 'Los movimientos se filtran por fecha y se exportan.',
    route: 'credit-balance',
  },
  price: {
    title: 'Cambie un precio y mire su historial',
    text: '«Cambios» dice quién lo cambió y cuánto valía.',
    route: 'settings',
    search: 'tab=control',
    needs: { action: 'update', resource: 'settings' },
  },
  import: {
    title: 'Importe clientes desde un archivo',
    text: '«Importar» pregunta antes de escribir, y se puede deshacer.',
    route: 'user-list',
    needs: { action: 'create', resource: 'users' },
  },
  undo: {
    title: 'Deshaga un cambio',
    text: 'La auditoría guarda lo que había antes, y lo devuelve.',
    route: 'audit',
  },
  report: {
    title: 'Tome un reporte',
    text: '«Asignar a mí» dice a los demás quién lo atiende.',
    route: 'issue-list',
    needs: { action: 'update', resource: 'issues' },
  },
  visits: {
    title: 'Mire qué vio un cliente',
    text: 'El historial se filtra por usuario, contenido y fecha.',
    route: 'history-list',
  },
  link: {
    title: 'Repare un enlace caído',
    text: 'La calidad del catálogo dice dónde están.',
    route: 'quality',
    needs: { any: LINKED_RESOURCES.map((resource) => ({ action: 'update', resource })) },
  },
  playlist: {
    title: 'Importe una lista M3U',
    text: 'Sus canales se revisan antes de escribirlos.',
    route: 'channel-list',
    needs: { action: 'create', resource: 'channels' },
  },
  film: {
    title: 'Agregue una película',
    text: 'Basta con su título, su portada y un enlace.',
    route: 'movie-create',
    needs: { action: 'create', resource: 'movies' },
  },
  view: {
    title: 'Guarde una vista',
    text: 'Los filtros y columnas de una lista se guardan en «Vistas».',
    route: 'movie-list',
  },
  category: {
    title: 'Ordene las categorías',
    text: 'Cada una se enciende o se apaga en su fila.',
    route: 'category-list',
  },
  customer: {
    title: 'Busque a un cliente',
    text: 'Por su nombre, su teléfono o su email, sin acentos.',
    route: 'user-list',
  },
  factor: {
    title: 'Proteja su cuenta',
    text: 'Con un segundo factor, su contraseña sola no basta.',
    route: 'security',
  },
  password: {
    title: 'Cambie su contraseña',
    text: 'Elija una que no use en otro sitio.',
    route: 'password-change',
  },
} as const satisfies Record<string, ThingToTry>
type Name = keyof typeof THINGS

const BY_ANYONE: readonly Name[] = ['customer', 'view', 'category', 'factor', 'password']
const OF_SALES: readonly Name[] = ['demo', 'receipt', 'sales']
const OF_OFFICE: readonly Name[] = ['report', 'visits', 'link', 'film', 'playlist', 'undo']

/** Candidates by role, the best first. The role admin has the profiles of any staff: sales, support, catalogue … */
const RANKED: Readonly<Record<Role, readonly Name[]>> = {
  sa: ['price', 'import', 'undo'],
  admin: ['sale', 'report', 'link', 'film', 'category', 'visits', 'playlist', ...OF_SALES, ...BY_ANYONE],
  superagent: ['transfer', ...OF_SALES, ...OF_OFFICE, ...BY_ANYONE],
  agent: ['sale', ...OF_SALES, ...OF_OFFICE, ...BY_ANYONE],
  app: BY_ANYONE,
  demo: BY_ANYONE,
}

const MAX_THINGS = 3

const isOffered = (principal: Principal, name: Name, settings: { enableDemo: boolean }): boolean => {
  const { route, needs }: ThingToTry = THINGS[name]
  return (
    holds(principal, { route }) &&
    (needs === undefined || holds(principal, needs)) &&
    (name !== 'demo' || creatableRoles(principal.role, settings).includes('demo'))
  )
}

/** The first three permitted candidates of the current user's role, each with another route (rule W28). */
export const thingsToTry = (principal: Principal, settings: { enableDemo: boolean }): Step[] => {
  const things: Step[] = RANKED[principal.role]
    .filter((name) => isOffered(principal, name, settings))
    .map((name) => THINGS[name])
  return things
    .filter(({ route }, index) => things.findIndex((other) => other.route === route) === index)
    .slice(0, MAX_THINGS)
}

/** Two of them open with every profile. */
export const thingsTitle = (count: number): string => `${count === 2 ? 'Dos' : 'Tres'} cosas para probar`
