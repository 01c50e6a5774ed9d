import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import { EditBase, type UpdateParams, useEditContext, useNotify, useParams } from 'ra-core'
import { type ReactNode, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { retryRead } from '../../api/query-client.ts'
import { useRefreshLists } from '../../api/use-refresh-lists.ts'
import { FormKitProvider, type FormSchema } from '../inputs/form-kit.tsx'
import { useReturnToList } from '../page/list-place.ts'
import { PageHeader } from '../page/PageHeader.tsx'
import { SAVED, SAVED_FOR_MS } from '../page/saved.ts'
import { CatalogueForm, type CatalogueFormProps } from './CatalogueForm.tsx'
import { useRefusal } from './form-errors.tsx'

export type Fields = Readonly<Record<string, unknown>>

export interface CatalogueEditProps extends CatalogueFormProps {
  schema: FormSchema
  /** What is said of a form that is sent with mistakes, besides how many. */
  incomplete?: string
  /** The record, where the address does not name it. */
  id?: string
  /** What else follows from a save. */
  onSaved?: (saved: Fields, before: Fields | undefined) => void
}

// A list's rows are no whole records: the form waits for its own, and nothing replaces it while somebody types.
const OWN_RECORD = {
  staleTime: 0,
  refetchOnMount: 'always',
  onError: () => undefined,
  retry: retryRead,
} as const

type EditProps = CatalogueFormProps & Pick<CatalogueEditProps, 'onSaved'> & { id: string | undefined }

const Edit = ({ id, onSaved, ...form }: EditProps) => {
  const notify = useNotify()
  const refreshLists = useRefreshLists()
  const onError = useRefusal()
  const onSuccess = (record: Record<string, unknown>, { previousData }: Partial<UpdateParams>): void => {
    refreshLists()
    onSaved?.(record, previousData)
    notify(SAVED, { type: 'success', autoHideDuration: SAVED_FOR_MS })
  }
  return (
    <EditBase
      id={id}
      mutationMode="pessimistic"
      redirect={false}
      queryOptions={OWN_RECORD}
      mutationOptions={{ onSuccess, onError }}
    >
      <FreshRecord title={form.title}>
        <CatalogueForm {...form} />
      </FreshRecord>
    </EditBase>
  )
}

/** The update mode of a record. */
export const CatalogueEdit = ({ schema, incomplete, ...props }: CatalogueEditProps) => {
  const { id = props.id } = useParams()
  return (
    <FormKitProvider key={id} mode="edit" schema={schema} incomplete={incomplete}>
      <Edit {...props} id={id} />
    </FormKitProvider>
  )
}

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

interface RecordPlaceholderProps {
  title: string
  /** Why it will not come. */
  error: unknown
  retry: () => void
}

/** What stands in place of a form whose record is being read, or could not be. */
export const RecordPlaceholder = ({ title, error, retry }: RecordPlaceholderProps) => (
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
  return <RecordPlaceholder title={title} error={isFetching ? null : error} retry={() => refetch()} />
}
