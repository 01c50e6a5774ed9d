import type { ResourceProps } from 'ra-core'
import { lazy } from '../../../api/lazy.ts'

/** The screens of series. */
export const series = {
  name: 'series',
  list: lazy(async () => ({ default: (await import('./SeriesList.tsx')).SeriesList })),
  create: lazy(async () => ({ default: (await import('./SeriesCreate.tsx')).SeriesCreate })),
  edit: lazy(async () => ({ default: (await import('./SeriesEdit.tsx')).SeriesEdit })),
  recordRepresentation: 'title',
} satisfies ResourceProps
