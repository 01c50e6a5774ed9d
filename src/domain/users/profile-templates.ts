import { buildGrants, covers, FLAGS, type Flag, type Principal } from '../access/permissions.ts'
import { ROUTES, type Route } from '../access/routes.ts'
import { checkedFlags, grantLimit, isListable } from '../access/selection.ts'
import type { ProfileInput } from './profile.ts'

type RouteFlags = Readonly<Record<string, readonly Flag[]>>

interface ProfileTemplate {
  readonly name: string
  readonly purpose: string
  readonly accessWeb: boolean
  readonly flags: RouteFlags
}

const flagsOf = (routes: readonly Route[], flags: (route: Route) => readonly Flag[]): RouteFlags =>
  Object.fromEntries(routes.map((route) => [route.template, flags(route)]))

const LISTABLE = ROUTES.filter(isListable)

/** What a new profile begins with (rule U31). New routes join 'Administrador', those of contents also 'Catálogo'. */
export const PROFILE_TEMPLATES: readonly ProfileTemplate[] = [
  {
    name: 'Vacío',
    purpose: 'Sin permisos: se eligen después.',
    accessWeb: false,
    flags: {},
  },
  {
    name: 'Soporte',
    purpose: 'Consulta a los usuarios, corrige sus datos y atiende sus reportes.',
    accessWeb: true,
    flags: {
      'user-list': [],
      'user-edit': ['modify'],
      'history-list': [],
      'user-history': [],
      'issue-list': ['modify'],
    },
  },
  {
    name: 'Catálogo',
    purpose: 'Crea, modifica y elimina contenidos y canales, y atiende los reportes.',
    accessWeb: true,
    flags: {
      ...flagsOf(
        LISTABLE.filter(({ group }) => group === 'content'),
        checkedFlags,
      ),
      // Its `modify` changes the base address of all channels.
      'channel-list': [],
      'issue-list': ['modify'],
    },
  },
  {
    name: 'Ventas',
    purpose: 'Crea usuarios y les vende créditos.',
    accessWeb: true,
    flags: {
      'user-list': ['register'],
      'user-edit': ['modify'],
      'credit-list': ['register'],
      'credit-balance': [],
    },
  },
  {
    name: 'Administrador',
    purpose: 'Abre todas las pantallas y cambia todo en ellas.',
    accessWeb: true,
    flags: flagsOf(LISTABLE, () => FLAGS),
  },
]

export interface OfferedTemplate extends Pick<ProfileInput, 'accessWeb' | 'routeAccess'> {
  readonly name: string
  readonly purpose: string
  /** The creator lacks permissions of it. */
  readonly isCut: boolean
}

/** The templates with the permissions that a creator holds (rule U21), without those of which it holds none. */
export const templatesFor = (creator: Principal): OfferedTemplate[] => {
  const limit = grantLimit(creator)
  return PROFILE_TEMPLATES.map(({ flags, ...template }) => {
    const held = Object.entries(flags).flatMap(([route, wanted]) => {
      const most = limit.get(route)
      return most === undefined ? [] : [[route, wanted.filter((flag) => most.includes(flag))] as const]
    })
    const isCut = !covers(creator, { role: 'admin', routeAccess: buildGrants(flags) })
    return { ...template, routeAccess: buildGrants(Object.fromEntries(held)), isCut }
  }).filter(({ routeAccess, isCut }) => routeAccess.length > 0 || !isCut)
}
