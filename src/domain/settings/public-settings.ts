import type { Settings } from './settings.ts'

/** What everyone signed in to the web may read: forms need it (decisions D13). */
export const PUBLIC_SETTINGS = [
  'pageSize',
  'periods',
  'creditPriceMonthly',
  'creditPriceYearly',
  'transMax',
  'agentTransMax',
  'enableDemo',
  'dateControl',
  'mailsOrigin',
  'contentUrlBase',
  'contentProvider',
  'tvUrlBase',
] as const satisfies readonly (keyof Settings)[]

export const DEFAULT_PAGE_SIZE = 20

/** Rows of a list page; a setting of 0 means the default of 20. */
export const pageSizeOf = ({ pageSize }: Pick<Settings, 'pageSize'>): number => pageSize || DEFAULT_PAGE_SIZE
