import type { ReactNode } from 'react'
import type { RaRecord } from 'react-admin'
import type { ShownColumn } from './columns.tsx'
import styles from './rows.module.css'
import type { Selection } from './selection.tsx'

export interface RowProps {
  record: RaRecord
  columns: readonly ShownColumn[]
  onOpen: ((record: RaRecord) => void) | undefined
  /** It was just changed by an action. */
  isChanged: boolean
  isChosen: boolean | undefined
  choose: Selection['choose'] | undefined
}

export const ChangedTick = () => (
  <span className={styles.changed} role="img" aria-label="Hecho" title="Hecho">
    ✓
  </span>
)

export const cellContent = ({ source, render, clip }: ShownColumn, record: RaRecord): ReactNode => {
  const content = render ? render(record) : plain(record[source])
  return clip === undefined || !content ? content : <Clipped width={clip}>{content}</Clipped>
}

const plain = (value: unknown): ReactNode => {
  if (typeof value === 'boolean') return value ? 'Sí' : 'No'
  return typeof value === 'string' || typeof value === 'number' ? value : null
}

const Clipped = ({ width, children }: { width: number; children: ReactNode }) => (
  <div
    className={styles.clipped}
    title={typeof children === 'string' ? children : undefined}
    style={{ '--width': `${width}px` }}
  >
    {children}
  </div>
)
