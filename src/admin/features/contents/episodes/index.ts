import type { ResourceProps } from 'ra-core'
import { lazy } from '../../../api/lazy.ts'

/** The screens of a series' episodes. */
export const episodes = {
  name: 'episodes',
  list: lazy(async () => ({ default: (await import('./EpisodeList.tsx')).EpisodeList })),
  create: lazy(async () => ({ default: (await import('./EpisodeCreate.tsx')).EpisodeCreate })),
  edit: lazy(async () => ({ default: (await import('./EpisodeEdit.tsx')).EpisodeEdit })),
  recordRepresentation: 'title',
} satisfies ResourceProps
