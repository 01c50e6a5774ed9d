import type { ResourceProps } from 'ra-core'
import { lazy } from '../../api/lazy.ts'

/** The screens of the movements of credit. */
export const credits = {
  name: 'license_transactions',
  list: lazy(async () => ({ default: (await import('./CreditList.tsx')).CreditList })),
} satisfies ResourceProps
