export const EXPORT_FORMATS = ['csv', 'json'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** Asks for every column that a list can answer. */
export const ALL_COLUMNS = 'all'

/** The header of an export that says how many rows are coming. */
export const ROWS_AHEAD = 'x-total-count'
