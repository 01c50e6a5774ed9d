import { CREDIT_SETTINGS } from '../credits/rules.ts'
import type { Settings } from './settings.ts'

/** Readable by every user signed in to the web, since forms need them (rule S2). */
export const PUBLIC_SETTINGS = [
  'pageSize',
  ...CREDIT_SETTINGS,
  'currency',
  'businessName',
  'businessPhone',
  'businessTaxId',
  'receiptThanks',
  'businessInNavbar',
  'askFromCredits',
  'enableDemo',
  'demosMinBalance',
  'mailsOrigin',
  'contentUrlBase',
  'contentProvider',
  'tvUrlBase',
  'phonePrefix',
  'expiryNotice',
  'receiptNotice',
  'credentialsNotice',
  'answerTemplates',
  'httpsImages',
] as const satisfies readonly (keyof Settings)[]

export const DEFAULT_PAGE_SIZE = 20

/** Rows per page of a list (rule S4). */
export const effectivePageSize = ({ pageSize }: Pick<Settings, 'pageSize'>): number =>
  pageSize || DEFAULT_PAGE_SIZE

/** Pseudo-id of the settings record, which has none in the API. */
export const SETTINGS_ID = 'settings'
