import { EditBase, type UpdateParams, useNotify, useParams } from 'ra-core'
import { retryRead } from '../../api/query-client.ts'
import { useRefreshLists } from '../../api/use-refresh-lists.ts'
import type { FormSchema } from '../inputs/form-schema.ts'
import { SAVED, SAVED_FOR_MS } from '../page/saved.ts'
import { CatalogueForm, type CatalogueFormProps } from './CatalogueForm.tsx'
import { FormKitProvider } from './FormKitProvider.tsx'
import { FreshRecord } from './FreshRecord.tsx'
import { useRefusal } from './use-refusal.ts'

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
