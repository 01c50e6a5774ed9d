import type { ResourceProps } from 'ra-core'
import { lazy } from '../../../api/lazy.ts'

/** The screens of concerts. */
export const concerts = {
  name: 'musics',
  list: lazy(async () => ({ default: (await import('./ConcertList.tsx')).ConcertList })),
  create: lazy(async () => ({ default: (await import('./ConcertCreate.tsx')).ConcertCreate })),
  edit: lazy(async () => ({ default: (await import('./ConcertEdit.tsx')).ConcertEdit })),
  recordRepresentation: 'title',
} satisfies ResourceProps
