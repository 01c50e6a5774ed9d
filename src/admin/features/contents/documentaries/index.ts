import type { ResourceProps } from 'ra-core'
import { lazy } from '../../../api/lazy.ts'

/** The screens of documentaries. */
export const documentaries = {
  name: 'documentaries',
  list: lazy(async () => ({ default: (await import('./DocumentaryList.tsx')).DocumentaryList })),
  create: lazy(async () => ({ default: (await import('./DocumentaryCreate.tsx')).DocumentaryCreate })),
  edit: lazy(async () => ({ default: (await import('./DocumentaryEdit.tsx')).DocumentaryEdit })),
  recordRepresentation: 'title',
} satisfies ResourceProps
