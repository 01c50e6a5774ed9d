import type { ResourceProps } from 'ra-core'
import { lazy } from '../../api/lazy.ts'

/** The screen of the audit trail. */
export const audit = {
  name: 'audit',
  list: lazy(async () => ({ default: (await import('./AuditList.tsx')).AuditList })),
} satisfies ResourceProps
