import type { ResourceProps } from 'ra-core'
import { lazy } from '../../providers/lazy.ts'

/** The screen of the visits. */
export const histories = {
  name: 'histories',
  list: lazy(async () => ({ default: (await import('./HistoryList.tsx')).HistoryList })),
} satisfies ResourceProps
