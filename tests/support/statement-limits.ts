/**
 * Time limits of statements where the tests replace those of the product: ten times as long, since these are on the clock,
 * and a machine that tests may be slow and busy.
 */
export const REQUEST_LIMIT = 65_000
export const REPORT_LIMIT = 50_000
export const BACKGROUND_LIMIT = 300_000
