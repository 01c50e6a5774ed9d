export const EXPORT_FORMATS = ['csv', 'json'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** Requests every column of the list. */
export const ALL_COLUMNS = 'all'

/** Header of an export with the number of rows to come. */
export const ROW_COUNT_HEADER = 'x-total-count'
