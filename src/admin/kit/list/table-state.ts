import {
  type Identifier,
  useCreatePath,
  useEvent,
  useResourceContext,
  useResourceDefinition,
  useTranslate,
} from 'ra-core'
import { createContext, useContext, useMemo } from 'react'
import { useCan } from '../../api/me.ts'
import { type ChangeField, useChangeField } from './change-field.ts'

/** What cells need of the table, found out once: React-admin's hooks cost more than the row that would call them. */
interface TableState {
  /** The address of a record's form, unless the current user cannot open it. */
  formOf: (id: Identifier) => string | undefined
  canModify: boolean
  nameOf: (source: string) => string
  change: ChangeField
}

export const TableContext = createContext<TableState | undefined>(undefined)

/** Throws outside of a table's rows. */
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
  // Of another identity at each address, which the cells need not hear of.
  const change = useEvent(useChangeField(resource))
  return useMemo(
    () => ({
      formOf: (id) => (canOpen ? createPath({ resource, type: 'edit', id }) : undefined),
      canModify,
      nameOf: (source) => translate(`resources.${resource}.fields.${source}`),
      change,
    }),
    [resource, translate, createPath, canOpen, canModify, change],
  )
}
