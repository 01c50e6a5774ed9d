const DEMO_HOURS = 2

/** The expiry of a demo user created at `now` (rule U15). */
export const demoExpiry = (now: Date): Date => new Date(now.getTime() + DEMO_HOURS * 3_600_000)

export const REMOVE_DEMOS_PROMPT = 'Seguro que desea eliminar los usuarios demos vencidos?'
