import type { ResourceProps } from 'ra-core'
import { lazy } from '../../../api/lazy.ts'

/** The screen of the reports of playback errors. */
export const issues = {
  name: 'issues',
  list: lazy(async () => ({ default: (await import('./IssueList.tsx')).IssueList })),
} satisfies ResourceProps
