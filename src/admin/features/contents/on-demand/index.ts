import type { ResourceProps } from 'ra-core'
import { lazy } from '../../../api/lazy.ts'

/** The screens of what is on demand. */
export const onDemand = {
  name: 'discoveries',
  list: lazy(async () => ({ default: (await import('./OnDemandList.tsx')).OnDemandList })),
  create: lazy(async () => ({ default: (await import('./OnDemandCreate.tsx')).OnDemandCreate })),
  edit: lazy(async () => ({ default: (await import('./OnDemandEdit.tsx')).OnDemandEdit })),
  recordRepresentation: 'title',
} satisfies ResourceProps
