import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { UNDO_DAYS } from '../../../domain/batches/undo.ts'
import { formatCount } from '../../../domain/format/text.ts'
import type { PastImport } from '../../../domain/playlists/endpoints.ts'
import { request } from '../../api/http.ts'
import { useCan } from '../../api/me.ts'
import { momentText } from '../../kit/display/dates.ts'
import { Tag } from '../../kit/display/display.tsx'
import { openJobs } from '../../kit/jobs/shown-jobs.ts'
import { Pages } from '../imports/CardTable.tsx'
import { HistoryList } from '../imports/HistoryList.tsx'
import { ImportFrame, useAttempt } from '../imports/steps.tsx'

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
const pastImports = async (page: number, signal: AbortSignal) => {
  const query = new URLSearchParams({ page: String(page), limit: String(ROWS) })
  const [imports, { count }] = await Promise.all([
    request('GET /api/channels/import', { query, signal }),
    request('GET /api/channels/import/size', { signal }),
  ])
  return { imports, total: count }
}

/** The imports of channels by all users, with undo. */
export const ImportHistory = ({ onClose }: { onClose: () => void }) => {
  const [page, setPage] = useState(1)
  const canUndo = useCan('delete', 'channels')
  const { isBusy, problem, attempt } = useAttempt()
  const { data, error, isFetching } = useQuery({
    queryKey: ['channels', 'imports', page],
    queryFn: ({ signal }) => pastImports(page, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const undo = ({ _id }: PastImport) =>
    attempt(async () => {
      const { batch } = await request('POST /api/batches/:id/undo', { params: { id: _id } })
      onClose()
      openJobs(batch)
    })
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
          canUndo: canUndo && past.state === 'done',
        }))}
        error={error}
        source="Lista"
        userColumn={{ heading: 'Usuario', wraps: true, cell: ({ userName }) => userName || DELETED }}
        renderState={(past) => <State {...past} />}
        hasActions={canUndo}
        records="los canales"
        kept="Los que alguien modificó después se conservan como están."
        isBusy={isBusy}
        onUndo={undo}
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
