import type { ResourceProps } from 'ra-core'
import { lazy } from '../../api/lazy.ts'

export const credits = {
  name: 'license_transactions',
  list: lazy(async () => ({ default: (await import('./TransactionList.tsx')).CreditList })),
} satisfies ResourceProps
