import type { ReactNode } from 'react'
import { LinkBase, type RaRecord, type SortPayload, useRecordContext } from 'react-admin'
import { formatCount } from '../../../domain/format/text.ts'
import { dayText, momentText } from '../display/dates.ts'
import { stopPropagation, Thumbnail, ToggleSwitch } from '../display/display.tsx'
import styles from './columns.module.css'
import { useTable } from './table-state.ts'

/** A column of a list: sortable header, cells, and its part in a phone's card. */
export interface Column<R extends RaRecord = RaRecord> {
  /** The field shown and sorted by, which also provides the label. */
  source: string
  label?: string
  disableSort?: boolean
  /** Hidden until a user chooses it; `below-1280` only on screens narrower than that. */
  isHidden?: boolean | 'below-1280'
  /** Order of the first click on the header. */
  firstOrder?: SortPayload['order']
  align?: 'left' | 'right' | 'center'
  /** Renders the cell; by default the plain value. A method, so that columns of a record type count as columns. */
  render?(record: R): ReactNode
  /** Maximum width in pixels: longer text is truncated, with a tooltip. */
  clip?: number
  /** Its part in a phone's card; without it, the column is only shown in the form. */
  onPhone?: Part
  /** Replaces the cell in the card. */
  renderOnPhone?(record: R): ReactNode
  /** The card's menu item for the cell, if any. */
  menu?(record: R): ReactNode
}

/**
 * The parts of a phone's card: its first line with what is next to the title, its second line with or without labels, a
 * picture before and actions after both, and further rows for what no form shows.
 */
export type Part = 'title' | 'beside' | 'line' | 'labelled' | 'picture' | 'action' | 'row'

type Options = Omit<Column, 'render'>
/** `titleSource`: field with the record's name, for assistive technology. */
type TitledOptions = Options & { titleSource?: string }

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The column with the link to the record, which makes it accessible by keyboard. */
export const linkColumn = (options: Options): Column => ({
  onPhone: 'title',
  ...options,
  render: (record) => <RowLink>{text(record[options.source]) || '—'}</RowLink>,
})

/** A column of counts: right-aligned, with thousands separators. */
export const countColumn = (options: Options): Column => ({
  align: 'right',
  firstOrder: 'DESC',
  ...options,
  render({ [options.source]: count }) {
    return typeof count === 'number' ? formatCount(count) : null
  },
})

/** A column of days, DD/MM/YYYY. */
export const dayColumn = (options: Options): Column => ({
  firstOrder: 'DESC',
  ...options,
  render: (record) => dayText(text(record[options.source])),
})

export const ONE_LINE = { whiteSpace: 'nowrap' } as const

/** A column of instants, DD/MM/YYYY hh:mm:ss am/pm, without wrapping. */
export const momentColumn = (options: Options): Column => ({
  firstOrder: 'DESC',
  ...options,
  render: (record) => <span style={ONE_LINE}>{momentText(text(record[options.source]))}</span>,
})

/** A column of covers. */
export const coverColumn = ({ titleSource = 'title', ...options }: TitledOptions): Column => ({
  disableSort: true,
  onPhone: 'picture',
  ...options,
  render: (record) => <Thumbnail src={text(record[options.source])} alt={text(record[titleSource])} />,
})

/** A column of logos. */
export const logoColumn = ({ titleSource = 'title', ...options }: TitledOptions): Column => ({
  disableSort: true,
  onPhone: 'picture',
  ...options,
  render: (record) => (
    <Thumbnail
      src={text(record[options.source])}
      alt={text(record[titleSource])}
      width={40}
      ratio="16 / 9"
      fit="contain"
    />
  ),
})

/** A column of switches that save immediately. */
export const statusColumn = ({ titleSource = 'title', ...options }: TitledOptions): Column => ({
  onPhone: 'action',
  ...options,
  render: () => <StatusSwitch source={options.source} titleSource={titleSource} />,
})

interface StatusSwitchProps {
  source: string
  titleSource: string
}

const StatusSwitch = ({ source, titleSource }: StatusSwitchProps) => {
  const record = useRecordContext()
  const { canModify, fieldName, change } = useTable()
  if (record === undefined) return null
  return (
    <ToggleSwitch
      checked={record[source] === true}
      label={`${fieldName(source)}: ${record[titleSource] ?? ''}`}
      disabled={!canModify}
      onToggle={(value) => change(record, source, value)}
    />
  )
}

/** Link to the row's record; plain text without permission. */
const RowLink = ({ children }: { children: ReactNode }) => {
  const record = useRecordContext()
  const { formUrl } = useTable()
  const to = record === undefined ? undefined : formUrl(record.id)
  return to === undefined ? <strong>{children}</strong> : <TitleLink to={to}>{children}</TitleLink>
}

interface CellLinkProps {
  to: string
  children: ReactNode
}

/** A link with truncated text in a row. */
export const TitleLink = (props: CellLinkProps) => (
  <LinkBase className={`${styles.link} ${styles.title}`} onClick={stopPropagation} {...props} />
)

/** A link in a row that is not about its record. */
export const CellLink = (props: CellLinkProps) => (
  <LinkBase className={`${styles.link} ${styles.inCell}`} onClick={stopPropagation} {...props} />
)

/** A link within a text, which may be truncated with it. */
export const InlineLink = (props: CellLinkProps & { title?: string }) => (
  <LinkBase className={`${styles.link} ${styles.inline}`} onClick={stopPropagation} {...props} />
)

export interface ShownColumn extends Column {
  text: string
}
