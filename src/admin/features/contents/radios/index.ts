import type { ResourceProps } from 'ra-core'
import { lazy } from '../../../api/lazy.ts'

/** The screens of radio stations. */
export const radios = {
  name: 'radios',
  list: lazy(async () => ({ default: (await import('./RadioList.tsx')).RadioList })),
  create: lazy(async () => ({ default: (await import('./RadioCreate.tsx')).RadioCreate })),
  edit: lazy(async () => ({ default: (await import('./RadioEdit.tsx')).RadioEdit })),
  recordRepresentation: 'title',
} satisfies ResourceProps
