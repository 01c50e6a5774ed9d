/** Time limit for statements of requests, in milliseconds. */
export const REQUEST_LIMIT = 6_500
/** Time limit for statements of counts, reports and exports, in milliseconds. */
export const REPORT_LIMIT = 5_000
/** Time limit for statements outside requests, in milliseconds. */
export const BACKGROUND_LIMIT = 30_000
