/** The terms that credits are sold in (rule C1). */
export const PERIODS = ['MESES', 'AÑOS'] as const
export type Period = (typeof PERIODS)[number]

/** Months that one credit of a period gives. */
export const MONTHS_OF: Record<Period, number> = { MESES: 1, AÑOS: 12 }
