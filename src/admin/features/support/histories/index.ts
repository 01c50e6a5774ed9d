import type { ResourceProps } from 'ra-core'
import { lazy } from '../../../api/lazy.ts'

/** The screen of the visits. */
export const histories = {
  name: 'histories',
  list: lazy(async () => ({ default: (await import('./HistoryList.tsx')).HistoryList })),
} satisfies ResourceProps
