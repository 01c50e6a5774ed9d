import type { ResourceProps } from 'ra-core'
import { lazy } from '../../../api/lazy.ts'

/** The screens of channel lists. */
export const channelLists = {
  name: 'channel_lists',
  list: lazy(async () => ({ default: (await import('./ChannelListList.tsx')).ChannelListList })),
  create: lazy(async () => ({ default: (await import('./ChannelListCreate.tsx')).ChannelListCreate })),
  edit: lazy(async () => ({ default: (await import('./ChannelListEdit.tsx')).ChannelListEdit })),
  recordRepresentation: 'title',
} satisfies ResourceProps
