import type { RaRecord } from 'ra-core'
import type { Period } from '../../../domain/credits/periods.ts'

/** A movement of credit as the API gives it; dates are ISO instants, `...Format` are days of the service's clock. */
export interface MovementRecord extends RaRecord<string> {
  _id: string
  reference: number
  userCreated: string
  userCreatedName: string
  userLicensed: string
  userFullName: string
  /** 1 to 5. */
  type: number
  typeDescrition: string
  period: Period
  count: number
  creditPrice: number
  total: number
  description: string
  status: 'CREATED' | 'PROCESSED'
  date: string
  dateExpireFormat: string
  newDateExpire: string | null
  newDateExpireFormat: string
}
