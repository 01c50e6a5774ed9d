import type { RaRecord } from 'ra-core'
import type { Resource } from '../../../domain/access/resources.ts'
import type { AuditAction, FieldChange } from '../../../domain/audit/trail.ts'

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

const DELETED = 'Usuario eliminado'

/** Who did it: names go with the users whose they are. */
export const authorText = ({ user, userName }: AuditEntry): string =>
  userName || (user === null ? 'Sin sesión' : DELETED)

/** What it was done to. */
export const recordText = ({ resource, record, recordName }: AuditEntry): string =>
  recordName || (resource === 'users' && record !== null ? DELETED : '')

/** The contract: the records of the trail are its entries. */
export const asEntry = (record: RaRecord): AuditEntry => record as AuditEntry
