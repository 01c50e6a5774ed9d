import { useNotify } from 'ra-core'
import { useState } from 'react'
import { useNotices } from './RepairNotices.tsx'
import { type IssueFilters, type OpenCount, repairAll, useRefreshIssues } from './repair.ts'
import { repairedText } from './repair-texts.ts'

/** Marks the counted reports of some filters as repaired, once however often it is asked, and says what became of it. */
export const useRepair = (filters: IssueFilters, counted: OpenCount | undefined, onDone: () => void) => {
  const refresh = useRefreshIssues()
  const notify = useNotify()
  const { show } = useNotices()
  const [isBusy, setBusy] = useState(false)
  const repair = async (): Promise<void> => {
    if (counted === undefined || isBusy) return
    setBusy(true)
    try {
      const { count, batchId } = await repairAll(filters, counted)
      onDone()
      show({ text: repairedText(count, counted.count), batchId })
    } catch (failure) {
      notify(failure instanceof Error ? failure.message : 'No se pudo guardar el cambio.', { type: 'error' })
    } finally {
      setBusy(false)
      refresh()
    }
  }
  return { repair, isBusy }
}
