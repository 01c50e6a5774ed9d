import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useMemo, useState } from 'react'
import {
  type RaRecord,
  useDataProvider,
  useEditContext,
  useNotify,
  useRecordContext,
  useResourceContext,
} from 'react-admin'
import { useFormContext } from 'react-hook-form'
import { isResource, type Resource } from '../../../domain/registry.ts'
import { lazy } from '../../api/connection.ts'
import { type Stale, useFormKit } from '../inputs/form-kit.tsx'
import type { Comparison } from './conflict.ts'

const ConflictDialog = lazy(async () => ({
  default: (await import('./ConflictDialog.tsx')).ConflictDialog,
}))

type Values = Readonly<Record<string, unknown>>

const TAKEN = 'Los valores elegidos están en el formulario. Revíselos y guárdelos.'

/** The stored record, bypassing the cache, which holds the record being edited. */
const useStored = (resource: string, id: unknown) => {
  const dataProvider = useDataProvider()
  return useQuery({
    queryKey: ['stored', resource, String(id)],
    queryFn: async () => (await dataProvider.getOne<RaRecord>(resource, { id: String(id) })).data,
    staleTime: 0,
    gcTime: 0,
  })
}

/** Replaces the form's record by the stored one, and reapplies edits as unsaved changes. */
const useApplyStored = (resource: string): ((stored: RaRecord, edits: Values) => void) => {
  const queryClient = useQueryClient()
  const { reset } = useFormContext()
  const reapplyEdits = useReapplyEdits()
  return (stored, edits) => {
    // The form only resets when its record changes, which is not the case for a draft restored onto the latest record.
    reset()
    queryClient.setQueryData([resource, 'getOne', { id: String(stored.id) }], stored)
    reapplyEdits('dateUpdate', stored.dateUpdate, edits)
  }
}

interface ConflictProps extends StaleDialogProps {
  resource: Resource
  stale: Stale
  onTake: (stored: RaRecord, edits: Values) => void
  onClose: () => void
}

const Conflict = ({ resource, stale, comparison, onTake, onClose }: ConflictProps) => {
  const { schema } = useFormKit()
  const { record } = useEditContext()
  const { getValues, formState } = useFormContext()
  const { data, error, isFetching, refetch } = useStored(resource, record?.id)
  const stored = isFetching ? undefined : data
  const { defaultValues } = formState
  const versions = useMemo(
    () =>
      stored && { opened: { ...defaultValues, ...stale.opened }, theirs: stored, mine: { ...getValues() } },
    [stored, defaultValues, stale, getValues],
  )
  return (
    <Suspense>
      <ConflictDialog
        open
        resource={resource}
        schema={schema}
        comparison={comparison}
        versions={versions}
        error={isFetching ? null : error}
        retry={refetch}
        onApply={(edits) => {
          if (stored !== undefined) onTake(stored, edits)
          onClose()
        }}
        onClose={onClose}
      />
    </Suspense>
  )
}

interface StaleDialogProps {
  comparison: Comparison | undefined
}

/** Shown when saving failed because the record was changed by another user: compares both changes. */
export const StaleDialog = ({ comparison }: StaleDialogProps) => {
  const { stale, setStale } = useFormKit()
  const resource = useResourceContext() ?? ''
  const notify = useNotify()
  const take = useApplyStored(resource)
  if (stale === undefined || !isResource(resource)) return null
  return (
    <Conflict
      resource={resource}
      stale={stale}
      comparison={comparison}
      onTake={(stored, edits) => {
        take(stored, edits)
        if (Object.keys(edits).length > 0) notify(TAKEN, { type: 'info' })
      }}
      onClose={() => setStale(undefined)}
    />
  )
}

interface Pending {
  field: string
  value: unknown
  edits: Values
}

/**
 * Reapplies edits, as unsaved changes, once a new record has arrived in the form, which is recognised by `field` having
 * `value`.
 */
export const useReapplyEdits = (): ((field: string, value: unknown, edits: Values) => void) => {
  const record = useRecordContext()
  const { setValue } = useFormContext()
  const [pending, setPending] = useState<Pending>()
  const hasArrived = pending !== undefined && record?.[pending.field] === pending.value
  useEffect(() => {
    if (!hasArrived) return undefined
    // After the form's own effects, which apply the record's values.
    const timer = setTimeout(() => {
      for (const [name, value] of Object.entries(pending.edits))
        setValue(name, value, { shouldDirty: true, shouldTouch: true })
      setPending(undefined)
    })
    return () => clearTimeout(timer)
  }, [hasArrived, pending, setValue])
  return (field, value, edits) => setPending({ field, value, edits })
}
