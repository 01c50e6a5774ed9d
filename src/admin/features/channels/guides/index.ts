import type { ResourceProps } from 'ra-core'
import { lazy } from '../../../api/lazy.ts'

/** The screens of channel guides. */
export const guides = {
  name: 'guides',
  list: lazy(async () => ({ default: (await import('./GuideList.tsx')).GuideList })),
  create: lazy(async () => ({ default: (await import('./GuideCreate.tsx')).GuideCreate })),
  edit: lazy(async () => ({ default: (await import('./GuideEdit.tsx')).GuideEdit })),
  recordRepresentation: 'name',
} satisfies ResourceProps
