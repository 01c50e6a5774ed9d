import { CreateBase, type RaRecord, useCreatePath, useNavigate, useNotify, useResourceContext } from 'ra-core'
import type { ReactNode } from 'react'
import { useRefreshLists } from '../../api/use-refresh-lists.ts'
import type { FormSchema } from '../inputs/form-kit.tsx'
import { FormKitProvider, useFormKit } from '../inputs/form-kit.tsx'
import { OFFERED_FOR_MS, SAVED, SAVED_FOR_MS } from '../page/saved.ts'
import { CatalogueForm, type CatalogueFormProps } from './CatalogueForm.tsx'
import { useRefusal } from './form-errors.tsx'

interface CatalogueCreateProps extends CatalogueFormProps {
  schema: FormSchema
  /** What is said of a form that is sent with mistakes, besides how many. */
  incomplete?: string
  /** Where to go with the new record, instead of its update mode. */
  onCreated?: (record: RaRecord) => void
  /** What the saved message offers for the new record. */
  savedAction?: (record: RaRecord) => ReactNode
}

const useGoToUpdateMode = (): ((record: RaRecord) => void) => {
  const resource = useResourceContext() ?? ''
  const createPath = useCreatePath()
  const navigate = useNavigate()
  return ({ id }) => navigate(createPath({ resource, type: 'edit', id }), { replace: true })
}

const Create = ({ onCreated, savedAction, ...form }: Omit<CatalogueCreateProps, 'schema' | 'incomplete'>) => {
  const { isDone } = useFormKit()
  const notify = useNotify()
  const refreshLists = useRefreshLists()
  const onError = useRefusal()
  const goToUpdateMode = useGoToUpdateMode()
  const onSuccess = (record: RaRecord): void => {
    isDone.current = true
    refreshLists()
    const action = savedAction?.(record)
    notify(SAVED, { type: 'success', autoHideDuration: action ? OFFERED_FOR_MS : SAVED_FOR_MS, action })
    const proceed = onCreated ?? goToUpdateMode
    proceed(record)
  }
  return (
    <CreateBase redirect={false} mutationOptions={{ onSuccess, onError }}>
      <CatalogueForm {...form} />
    </CreateBase>
  )
}

/** The create mode of a record: saved, it goes on in its update mode. */
export const CatalogueCreate = ({ schema, incomplete, ...props }: CatalogueCreateProps) => (
  <FormKitProvider mode="create" schema={schema} incomplete={incomplete}>
    <Create {...props} />
  </FormKitProvider>
)
