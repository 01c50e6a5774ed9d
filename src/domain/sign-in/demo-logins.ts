/** Logins that the demo prints, with one published password; they can have no second factor (rule P11). */
export const DEMO_LOGINS = ['sa', 'admin', 'superagente', 'agente', 'soporte'] as const

const names: ReadonlySet<string> = new Set(DEMO_LOGINS)

/** True for the key of the name of such a login. */
export const isDemoLogin = (nameKey: string): boolean => names.has(nameKey)
