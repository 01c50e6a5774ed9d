import type { ResourceProps } from 'ra-core'
import { lazy } from '../../api/lazy.ts'

/** The screens of channels. */
export const channels = {
  name: 'channels',
  list: lazy(async () => ({ default: (await import('./ChannelList.tsx')).ChannelList })),
  create: lazy(async () => ({ default: (await import('./ChannelCreate.tsx')).ChannelCreate })),
  edit: lazy(async () => ({ default: (await import('./ChannelEdit.tsx')).ChannelEdit })),
  recordRepresentation: 'title',
} satisfies ResourceProps
