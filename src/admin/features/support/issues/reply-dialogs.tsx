import { createContext, type ReactNode, Suspense, useContext, useState } from 'react'
import type { ListedGroup } from '../../../../domain/support/issue-endpoints.ts'
import { lazy } from '../../../api/connection.ts'
import type { RowOf } from '../../../api/http.ts'
import type { IssueFilters } from './repairs.tsx'

/** Several reports to repair, to answer, or both. */
export interface ReportsTarget {
  title: string
  filters: IssueFilters
  /** Status of the reports; '' for any. */
  status: string
  /** Opened to repair them: the answer is optional. */
  isRepair?: boolean
  /** Their group, if they are of one. */
  group?: ListedGroup & { id: string }
}

type ReplyTarget = { issue: RowOf<'issues'> } | ReportsTarget

const ReplyDialogContext = createContext<(target: ReplyTarget) => void>(() => undefined)

/** Opens the dialog that repairs or answers reports. */
export const useReplyDialog = () => useContext(ReplyDialogContext)

const ReportDialog = lazy(async () => ({ default: (await import('./AnswerDialog.tsx')).ReportDialog }))
export const ReportsDialog = lazy(async () => ({
  default: (await import('./AnswerDialog.tsx')).ReportsDialog,
}))

/** Holds the dialog outside rows, since the row or its menu may disappear while it is open. */
export const ReplyDialogProvider = ({ children }: { children: ReactNode }) => {
  const [target, setTarget] = useState<ReplyTarget>()
  const close = (): void => setTarget(undefined)
  return (
    <ReplyDialogContext value={setTarget}>
      {children}
      <Suspense fallback={null}>
        {target === undefined ? null : 'issue' in target ? (
          <ReportDialog issue={target.issue} onClose={close} />
        ) : (
          <ReportsDialog {...target} onClose={close} />
        )}
      </Suspense>
    </ReplyDialogContext>
  )
}
