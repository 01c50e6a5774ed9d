import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useRefresh } from 'react-admin'
import { UNDO_DAYS } from '../../../../domain/batches/undo.ts'
import type { PastImport, UndoneImport } from '../../../../domain/channels/playlist/endpoints.ts'
import { formatCount } from '../../../../domain/format/text.ts'
import { ask } from '../../../api/http.ts'
import { useCan } from '../../../api/me.ts'
import { momentText } from '../../../kit/display/dates.ts'
import { Tag } from '../../../kit/display/display.tsx'
import { useFollowed } from '../../../kit/jobs/followed.ts'
import { Pages } from '../../imports/CardTable.tsx'
import { HistoryList } from '../../imports/HistoryList.tsx'
import { ImportFrame, useAttempt } from '../../imports/steps.tsx'
import { UndoneReport } from './UndoneReport.tsx'
import { undoImport } from './use-import.ts'

const DELETED = 'Usuario eliminado'

const STATE_NAMES: Readonly<Record<PastImport['state'], string>> = {
  done: 'Importada',
  undone: 'Deshecha',
  expired: 'Ya no se puede deshacer',
}

const keptText = (kept: number): string =>
  kept === 1 ? 'Se conservó 1 canal.' : `Se conservaron ${formatCount(kept)} canales.`

/** The state of an import; if undone, with author, time, and what was left unchanged. */
const State = ({ state, undoneAt, undoneBy, kept }: PastImport) => (
  <Box sx={{ display: 'grid', gap: 0.5, justifyItems: 'start' }}>
    <Tag>{STATE_NAMES[state]}</Tag>
    {state === 'undone' ? (
      <Box sx={{ color: 'text.secondary', fontSize: 12 }}>
        {momentText(undoneAt)} · {undoneBy || DELETED}
        {kept > 0 ? <div>{keptText(kept)}</div> : null}
      </Box>
    ) : null}
  </Box>
)

const ROWS = 10
const KEY = ['channels', 'imports']

const pastImports = async (page: number, signal: AbortSignal) => {
  const query = new URLSearchParams({ page: String(page), limit: String(ROWS) })
  const [imports, { count }] = await Promise.all([
    ask('GET /api/channels/import', { query, signal }),
    ask('GET /api/channels/import/size', { signal }),
  ])
  return { imports, total: count }
}

/** Undoes an import, and keeps its id and result until the next one. */
const useUndo = () => {
  const { attempt, ...state } = useAttempt()
  const [undone, setUndone] = useState<{ _id: string; outcome: UndoneImport }>()
  const refresh = useRefresh()
  const client = useQueryClient()
  const undo = async ({ _id }: PastImport): Promise<void> => {
    setUndone(undefined)
    await attempt(async () => {
      setUndone({ _id, outcome: await undoImport(_id) })
      refresh()
    })
    // Not awaited: the question about the undone import must close at once.
    void client.invalidateQueries({ queryKey: KEY })
  }
  return { ...state, undone, undo }
}

/** The history of imports of channels, with undo. */
export const HistoryDialog = ({ onClose }: { onClose: () => void }) => {
  const [page, setPage] = useState(1)
  const canUndo = useCan('delete', 'channels')
  const { isBusy, problem, undone, undo } = useUndo()
  const { data, error, isFetching } = useQuery({
    queryKey: [...KEY, page],
    queryFn: ({ signal }) => pastImports(page, signal),
    placeholderData: keepPreviousData,
  })
  useFollowed('channels import')
  return (
    <ImportFrame
      title="Historial de importaciones"
      width="md"
      isBusy={isBusy}
      isLoading={isFetching || isBusy}
      problem={problem}
      onClose={onClose}
    >
      <HistoryList
        intro={`Una importación se puede deshacer durante ${UNDO_DAYS} días.`}
        imports={data?.imports.map((past) => ({
          ...past,
          name: past.source,
          // The undone one is still listed as such until the list is refetched.
          canUndo: canUndo && past.state === 'done' && past._id !== undone?._id,
        }))}
        error={error}
        source="Lista"
        userColumn={{ heading: 'Usuario', wraps: true, cell: ({ userName }) => userName || DELETED }}
        stateOf={(past) => <State {...past} />}
        hasActions={canUndo}
        records="los canales"
        kept="Los que alguien modificó después se conservan como están."
        isBusy={isBusy}
        onUndo={undo}
        result={undone && <UndoneReport undone={undone.outcome} />}
      >
        <Pages page={page} count={Math.ceil((data?.total ?? 0) / ROWS)} onChange={setPage} />
      </HistoryList>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button autoFocus variant="contained" disabled={isBusy} onClick={onClose}>
          Cerrar
        </Button>
      </DialogActions>
    </ImportFrame>
  )
}
