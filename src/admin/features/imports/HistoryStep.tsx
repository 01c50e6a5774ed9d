import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import { useQuery } from '@tanstack/react-query'
import { UNDO_DAYS } from '../../../domain/batches/undo.ts'
import type { PastImport } from '../../../domain/imports/import.ts'
import { API_PATHS, type FileResource } from '../../../domain/registry.ts'
import { request } from '../../api/http.ts'
import { Tag } from '../../kit/display/display.tsx'
import { HistoryList } from './HistoryList.tsx'
import { CREDITS_STAY, CreditsLink } from './ImportedCredits.tsx'
import { RefusedDownload } from './RefusedDownload.tsx'

const historyEndpoint = (resource: FileResource) => `GET ${API_PATHS[resource]}/imports` as const

interface HistoryStepProps {
  resource: FileResource
  isBusy: boolean
  onUndo: (batch: string) => Promise<unknown>
  onBack: () => void
}

/** The current user's recent imports, with undo. */
export const HistoryStep = ({ resource, isBusy, onUndo, onBack }: HistoryStepProps) => {
  const { data, error } = useQuery({
    queryKey: ['imports', 'history', resource],
    queryFn: ({ signal }) => request(historyEndpoint(resource), { signal }),
    staleTime: 0,
  })
  const isUsers = resource === 'users'
  return (
    <>
      <HistoryList
        intro={`Sus importaciones de los últimos ${UNDO_DAYS} días. En ese tiempo se pueden deshacer.`}
        imports={data?.map((past) => ({ ...past, _id: past.batch }))}
        error={error}
        source="Archivo"
        renderState={(past) => (
          <Box sx={{ display: 'grid', gap: 0.5, justifyItems: { xs: 'end', sm: 'start' } }}>
            <Tag>{stateText(past)}</Tag>
            <RefusedDownload id={past.batch} count={past.refused} size="small" />
            {isUsers && past.isUndone ? <CreditsLink date={past.date} /> : null}
          </Box>
        )}
        hasActions
        records="los registros"
        kept={
          isUsers
            ? `Los que alguien modificó o usó después se conservan como están. ${CREDITS_STAY}`
            : 'Los que alguien modificó después se conservan como están.'
        }
        isBusy={isBusy}
        onUndo={({ batch }) => onUndo(batch)}
      />
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button autoFocus variant="outlined" onClick={onBack}>
          Volver
        </Button>
      </DialogActions>
    </>
  )
}

const stateText = ({ isUndone, canUndo }: PastImport): string =>
  isUndone ? 'Deshecha' : canUndo ? 'Importada' : 'No se puede deshacer'
