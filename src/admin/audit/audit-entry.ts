import type { RaRecord } from 'ra-core'
import type { Resource } from '../../domain/access/resources.ts'
import type { AuditAction, FieldChange } from '../../domain/audit/trail.ts'

/** An entry of the audit trail, as its list gets it. */
export interface AuditEntry extends RaRecord {
  date: string
  action: AuditAction
  resource: Resource
  record: string | null
  recordName: string
  user: string | null
  userName: string
  address: string
  changes: FieldChange[]
}

/** The contract: the records of the trail are its entries. */
export const asEntry = (record: RaRecord): AuditEntry => record as AuditEntry
