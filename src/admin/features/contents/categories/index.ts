import type { ResourceProps } from 'ra-core'
import { lazy } from '../../../api/lazy.ts'

/** The categories' screens. */
export const categories = {
  name: 'categories',
  list: lazy(async () => ({ default: (await import('./CategoryList.tsx')).CategoryList })),
  create: lazy(async () => ({ default: (await import('./CategoryCreate.tsx')).CategoryCreate })),
  edit: lazy(async () => ({ default: (await import('./CategoryEdit.tsx')).CategoryEdit })),
  recordRepresentation: 'name',
} satisfies ResourceProps
