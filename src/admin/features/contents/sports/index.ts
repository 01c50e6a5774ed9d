import type { ResourceProps } from 'ra-core'
import { lazy } from '../../../api/lazy.ts'

/** The screens of sports. */
export const sports = {
  name: 'sports',
  list: lazy(async () => ({ default: (await import('./SportList.tsx')).SportList })),
  create: lazy(async () => ({ default: (await import('./SportCreate.tsx')).SportCreate })),
  edit: lazy(async () => ({ default: (await import('./SportEdit.tsx')).SportEdit })),
  recordRepresentation: 'title',
} satisfies ResourceProps
