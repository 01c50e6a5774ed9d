import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { useQuery } from '@tanstack/react-query'
import { LinkBase } from 'react-admin'
import { proofAge } from '../../../domain/backups/backup.ts'
import { request } from '../../api/http.ts'
import { pathOf } from '../../api/paths.ts'
import { listUrl } from '../../kit/charts/links.ts'
import { FRESH_FOR } from './panel.tsx'

const useBackupStatus = () =>
  useQuery({
    queryKey: ['backups'],
    queryFn: ({ signal }) => request('GET /api/backups/status', { signal }),
    staleTime: FRESH_FOR,
  }).data

const runsUrl = () => listUrl(pathOf('job-list'), { kind: 'backup' })

/** Says that the last proven backup is too old (rule O17). */
export const BackupAlert = () => {
  const status = useBackupStatus()
  if (!status?.isAutomatic || !status.isOld) return null
  const { proven, last } = status
  // The first one is under way.
  if (proven === null && last?.state === 'running') return null
  return (
    <Alert
      severity="error"
      sx={{ mb: 2 }}
      action={
        <Button
          color="inherit"
          size="small"
          component={LinkBase}
          to={runsUrl()}
          sx={{ whiteSpace: 'nowrap' }}
        >
          Ver copias
        </Button>
      }
    >
      {proven === null
        ? 'Todavía no hay ninguna copia de seguridad probada.'
        : `La última copia de seguridad probada es de ${proofAge(proven, Date.now())}.`}
      {last?.message ? <div>{last.message}</div> : null}
    </Alert>
  )
}

/** The age of the last proven backup, while it is recent. */
export const BackupAge = () => {
  const status = useBackupStatus()
  if (!status?.isAutomatic || status.isOld || status.proven === null) return null
  return (
    <Box component="small" sx={{ fontSize: 13 }}>
      <Link component={LinkBase} to={runsUrl()} color="text.secondary">
        Última copia probada: {proofAge(status.proven, Date.now())}
      </Link>
    </Box>
  )
}
