import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import { type ReactNode, useState } from 'react'
import { useEditContext } from 'react-admin'
import { ApiError } from '../../api/http.ts'
import { useReturnToList } from '../page/list-location.ts'
import { PageHeader, pageErrorText } from '../page/Page.tsx'

/** Renders the form once its record is loaded, and keeps that version regardless of refetches. */
export const FreshRecord = ({ title, children }: { title: string; children: ReactNode }) => {
  const { isFetching, record, error, refetch } = useEditContext()
  const [state, setState] = useState<'before' | 'reading' | 'ready'>('before')
  if (state === 'before' && isFetching) setState('reading')
  if (state === 'reading' && !isFetching && record !== undefined && !error) setState('ready')
  if (state === 'ready') return children
  return <RecordPlaceholder title={title} error={isFetching ? null : error} retry={() => refetch()} />
}

interface RecordPlaceholderProps {
  title: string
  error: unknown
  retry: () => void
}

/** Shown while the record is loading or could not be loaded. */
export const RecordPlaceholder = ({ title, error, retry }: RecordPlaceholderProps) => (
  <>
    <PageHeader title={title} />
    {error ? <Unreadable error={error} retry={retry} /> : <FormSkeleton />}
  </>
)

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
      {pageErrorText(error, 'No se pudo leer el registro.')}
    </Alert>
  )
}
