import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import { useEditContext } from 'ra-core'
import { type ReactNode, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { PageHeader } from '../page/PageHeader.tsx'
import { useReturnToList } from '../page/use-list-place.ts'

const FormSkeleton = () => (
  <Stack role="status" aria-label="Cargando" spacing={2}>
    <Skeleton variant="rounded" height={220} />
    <Skeleton variant="rounded" height={160} />
  </Stack>
)

const Unreadable = ({ error, retry }: { error: unknown; retry: () => void }) => {
  const returnToList = useReturnToList()
  const isGone = error instanceof ApiError && error.status === 404
  return (
    <Alert
      severity="error"
      action={
        <Button color="inherit" onClick={isGone ? returnToList : retry}>
          {isGone ? 'Atras' : 'Intentar de nuevo'}
        </Button>
      }
    >
      {error instanceof Error ? error.message : 'No se pudo leer el registro.'}
    </Alert>
  )
}

interface RecordToComeProps {
  title: string
  /** Why it will not come. */
  error: unknown
  retry: () => void
}

/** What stands in place of a form whose record is being read, or could not be. */
export const RecordToCome = ({ title, error, retry }: RecordToComeProps) => (
  <>
    <PageHeader title={title} />
    {error ? <Unreadable error={error} retry={retry} /> : <FormSkeleton />}
  </>
)

/** Shows the form once the record was read for it, and from then on keeps it whatever is read again. */
export const FreshRecord = ({ title, children }: { title: string; children: ReactNode }) => {
  const { isFetching, record, error, refetch } = useEditContext()
  const [state, setState] = useState<'before' | 'reading' | 'ready'>('before')
  if (state === 'before' && isFetching) setState('reading')
  if (state === 'reading' && !isFetching && record !== undefined && !error) setState('ready')
  if (state === 'ready') return children
  return <RecordToCome title={title} error={isFetching ? null : error} retry={() => refetch()} />
}
