import { Children, isValidElement, type ReactNode } from 'react'

interface DeclaredColumn {
  source: string
  label?: string
  disableSort?: boolean
}

export const columnsIn = (columns: ReactNode): DeclaredColumn[] =>
  Children.toArray(columns).flatMap((column) =>
    isValidElement<Partial<DeclaredColumn>>(column) && column.props.source
      ? [{ ...column.props, source: column.props.source }]
      : [],
  )
