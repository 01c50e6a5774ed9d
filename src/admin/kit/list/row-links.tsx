import { LinkBase, useRecordContext } from 'ra-core'
import type { ReactNode, SyntheticEvent } from 'react'
import { useTable } from './table-state.ts'

/** Opens the row's record; plain text without the permission. */
export const RowLink = ({ children }: { children: ReactNode }) => {
  const record = useRecordContext()
  const { formOf } = useTable()
  const to = record === undefined ? undefined : formOf(record.id)
  return to === undefined ? <strong>{children}</strong> : <TitleLink to={to}>{children}</TitleLink>
}

export const stop = (event: SyntheticEvent): void => event.stopPropagation()

/** A title in a row that opens something; what is too long for its cell ends in dots. */
export const TitleLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <LinkBase className="text-link title-link" to={to} onClick={stop}>
    {children}
  </LinkBase>
)
