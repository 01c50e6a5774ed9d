import { EditBase, type UpdateParams, useNotify, useParams, useResourceContext } from 'ra-core'
import { Suspense, useState } from 'react'
import { lazy } from '../providers/lazy.ts'
import { retryRead } from '../providers/query-client.ts'
import { CatalogueForm, type CatalogueFormProps } from './CatalogueForm.tsx'
import { FormKitProvider } from './FormKitProvider.tsx'
import { FreshRecord } from './FreshRecord.tsx'
import { hasMendedLinks } from './mended-links.ts'
import { SAVED, SAVED_FOR_MS } from './saved.ts'
import type { FormShape } from './shape.ts'
import { useRefreshLists } from './use-refresh-lists.ts'
import { useRefusal } from './use-refusal.ts'

interface CatalogueEditProps extends CatalogueFormProps {
  shape: FormShape
  /** What is said of a form that is sent with mistakes, besides how many. */
  incomplete?: string
  /** The record, where the address does not name it. */
  id?: string
  /** What else follows from a save. */
  onSaved?: (record: Record<string, unknown>) => void
}

const RepairOffer = lazy(async () => ({
  default: (await import('../support/issues/RepairOffer.tsx')).RepairOffer,
}))

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
  const resource = useResourceContext()
  const [mended, setMended] = useState<string>()
  const onSuccess = (record: Record<string, unknown>, { previousData }: Partial<UpdateParams>): void => {
    refreshLists()
    if (hasMendedLinks(resource, record, previousData)) setMended(String(record.id))
    onSaved?.(record)
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
      {mended === undefined ? null : (
        <Suspense>
          <RepairOffer mediaId={mended} onClose={() => setMended(undefined)} />
        </Suspense>
      )}
    </EditBase>
  )
}

/** The update mode of a record. */
export const CatalogueEdit = ({ shape, incomplete, ...props }: CatalogueEditProps) => {
  const { id = props.id } = useParams()
  return (
    <FormKitProvider key={id} mode="edit" shape={shape} incomplete={incomplete}>
      <Edit {...props} id={id} />
    </FormKitProvider>
  )
}
