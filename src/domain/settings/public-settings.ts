import type { Settings } from './settings.ts'

/** Readable by every user signed in to the web: forms need them (rule S2). */
export const PUBLIC_SETTINGS = [
  'pageSize',
  'periods',
  'creditPriceMonthly',
  'creditPriceYearly',
  'currency',
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

/** Rows of a list page (rule S4). */
export const pageSizeOf = ({ pageSize }: Pick<Settings, 'pageSize'>): number => pageSize || DEFAULT_PAGE_SIZE

/** The id of the settings where a record needs one: the API gives them none. */
export const SETTINGS_ID = 'settings'
