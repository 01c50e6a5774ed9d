import type { DemoLogin } from '../../../domain/sign-in/endpoints.ts'

/** Password of all demo logins. */
export const DEMO_PASSWORD = 'cartelera'

/**
 * Logins that a demo prints and its sign-in page lists; they can have no second factor (rule P11). On the server, so that
 * no script of the admin holds them.
 */
export const DEMO_LOGINS: readonly DemoLogin[] = [
  { name: 'sa', role: 'Superadministrador', purpose: 've y configura todo' },
  { name: 'admin', role: 'Administrador', purpose: 'lleva usuarios, catálogo y créditos' },
  { name: 'superagente', role: 'Superagente', purpose: 'vende y transfiere a sus agentes' },
  { name: 'agente', role: 'Agente', purpose: 'vende y renueva desde el teléfono' },
  { name: 'soporte', role: 'Soporte', purpose: 'repara los errores que reportan los clientes' },
]

const names: ReadonlySet<string> = new Set(DEMO_LOGINS.map(({ name }) => name))

/** True for the key of the name of such a login. */
export const isDemoLogin = (nameKey: string): boolean => names.has(nameKey)
