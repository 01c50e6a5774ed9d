/** A user's profile gives its role (rules A1, A2). */
export const ROLES = ['sa', 'admin', 'superagent', 'agent', 'app', 'demo'] as const
export type Role = (typeof ROLES)[number]

/** Each gives the role of its name, every other profile gives `admin` (rule A1). */
export const SYSTEM_PROFILES = ['app', 'agent', 'superagent', 'sa', 'demo'] as const

/** Only the server sets `isSystem`: a name alone proves nothing (rule A1). */
export const roleOf = (profile: { name: string; isSystem: boolean }): Role =>
  profile.isSystem ? (SYSTEM_PROFILES.find((name) => name === profile.name) ?? 'app') : 'admin'

export const isAdmin = (role: Role): boolean => role === 'admin' || role === 'sa'

/** Agents and superagents: they sell from a balance of months and see only their own customers. */
export const isReseller = (role: Role): boolean => role === 'agent' || role === 'superagent'

/** Viewers of the service, whose licence has an expiry. */
export const isSubscriber = (role: Role): boolean => role === 'app' || role === 'demo'

const RANK: Record<Role, number> = { sa: 4, admin: 3, superagent: 2, agent: 1, app: 0, demo: 0 }

export const isBelow = (role: Role, other: Role): boolean => RANK[role] < RANK[other]
