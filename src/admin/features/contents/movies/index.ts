import type { ResourceProps } from 'ra-core'
import { lazy } from '../../../api/lazy.ts'

/** The films' screens. */
export const movies = {
  name: 'movies',
  list: lazy(async () => ({ default: (await import('./MovieList.tsx')).MovieList })),
  create: lazy(async () => ({ default: (await import('./MovieCreate.tsx')).MovieCreate })),
  edit: lazy(async () => ({ default: (await import('./MovieEdit.tsx')).MovieEdit })),
  recordRepresentation: 'title',
} satisfies ResourceProps
