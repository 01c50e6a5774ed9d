import { createContext, useCallback, useContext, useMemo } from 'react'
import {
  type Identifier,
  type RaRecord,
  useCreatePath,
  useEvent,
  useResourceContext,
  useResourceDefinition,
  useTranslate,
} from 'react-admin'
import { useCan } from '../../api/me.ts'
import { type ChangeField, useChangeField } from './change-field.ts'

/** Data shared by all cells: React-admin's hooks would cost more than the row that calls them. */
interface TableState {
  /** URL of a record's form; undefined if the user can't open it. */
  formUrl: (id: Identifier) => string | undefined
  canModify: boolean
  fieldName: (source: string) => string
  change: ChangeField
}

export const TableContext = createContext<TableState | undefined>(undefined)

/** Throws outside a table's rows. */
export const useTable = (): TableState => {
  const table = useContext(TableContext)
  if (table === undefined) throw new Error('There is no table around')
  return table
}

export const useTableState = (): TableState => {
  const resource = useResourceContext() ?? ''
  const translate = useTranslate()
  const createPath = useCreatePath()
  const { hasEdit } = useResourceDefinition({ resource })
  const canOpen = useCan('edit', resource) && hasEdit === true
  const canModify = useCan('modify', resource)
  // Stable identity, as the callback changes with each URL.
  const change = useEvent(useChangeField(resource))
  return useMemo(
    () => ({
      formUrl: (id) => (canOpen ? createPath({ resource, type: 'edit', id }) : undefined),
      canModify,
      fieldName: (source) => translate(`resources.${resource}.fields.${source}`),
      change,
    }),
    [resource, translate, createPath, canOpen, canModify, change],
  )
}

/**
 * Optimistically changes a field of a row, and reverts it with the server's message on failure. Doesn't refetch the
 * list, whose order could move the row away. Resolves to whether it was saved.
 */
export const useToggle = (source: string): ((record: RaRecord, value: unknown) => Promise<boolean>) => {
  const { change } = useTable()
  return useCallback((record, value) => change(record, source, value), [change, source])
}
