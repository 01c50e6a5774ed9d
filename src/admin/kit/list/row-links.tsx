import { LinkBase, useRecordContext } from 'ra-core'
import type { ReactNode, SyntheticEvent } from 'react'
import { useTable } from './table-state.ts'

/** Link to the row's record; plain text without permission. */
export const RowLink = ({ children }: { children: ReactNode }) => {
  const record = useRecordContext()
  const { formOf } = useTable()
  const to = record === undefined ? undefined : formOf(record.id)
  return to === undefined ? <strong>{children}</strong> : <TitleLink to={to}>{children}</TitleLink>
}

export const stop = (event: SyntheticEvent): void => event.stopPropagation()

/** A link with truncated text in a row. */
export const TitleLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <LinkBase className="text-link title-link" to={to} onClick={stop}>
    {children}
  </LinkBase>
)
