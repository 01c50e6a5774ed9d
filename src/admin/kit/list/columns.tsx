import { LinkBase, type RaRecord, type SortPayload, useRecordContext } from 'ra-core'
import { Children, type FunctionComponent, isValidElement, type ReactNode } from 'react'
import { formatCount } from '../../../domain/format/text.ts'
import { dayText, momentText } from '../display/dates.ts'
import { stopPropagation, Thumbnail, ToggleSwitch } from '../display/display.tsx'
import { useTable } from './table-state.ts'

export interface ColumnProps<R extends RaRecord = RaRecord> {
  /** The field shown and sorted by, which also provides the label. */
  source: string
  label?: string
  disableSort?: boolean
  /** Order of the first click on the header. */
  firstOrder?: SortPayload['order']
  align?: 'left' | 'right' | 'center'
  /** Renders the cell; by default the plain value. */
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

/** A column's declaration. Never rendered itself: an element for each of a thousand cells would be slow. */
type ColumnType<Props> = FunctionComponent<Props> & { columnOf: (props: Props) => ColumnProps }

export const declaring = <Props,>(columnOf: (props: Props) => ColumnProps): ColumnType<Props> =>
  Object.assign(() => null, { columnOf })

const isDeclaring = (type: unknown): type is ColumnType<object> =>
  typeof type === 'function' && 'columnOf' in type

/** The columns declared by a list's children; throws for other children. */
export const columnsIn = (columns: ReactNode): ColumnProps[] =>
  Children.toArray(columns).map((child) => {
    if (!isValidElement<object>(child) || !isDeclaring(child.type))
      throw new Error('The children of a list are columns')
    return child.type.columnOf(child.props)
  })

// Methods, so that the columns of a record type count as columns: the list that declares them renders these records.
const ofAnyRecord = <R extends RaRecord>(props: ColumnProps<R>): ColumnProps => props

/** A column of a list: sortable header, cells, and its part in a phone's card. */
export const Column: (<R extends RaRecord = RaRecord>(props: ColumnProps<R>) => null) & {
  columnOf: typeof ofAnyRecord
} = Object.assign(() => null, { columnOf: ofAnyRecord })

type Special = Omit<ColumnProps, 'render'>
type Titled = Special & { titleSource?: string }

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The column with the link to the record, which makes it accessible by keyboard. */
export const LinkColumn = declaring((props: Special) => ({
  onPhone: 'title',
  ...props,
  render: (record) => <RowLink>{text(record[props.source]) || '—'}</RowLink>,
}))

/** A column of counts: right-aligned, with thousands separators. */
export const CountColumn = declaring((props: Special) => ({
  align: 'right',
  firstOrder: 'DESC',
  ...props,
  render: (record) => (typeof record[props.source] === 'number' ? formatCount(record[props.source]) : null),
}))

/** A column of days, DD/MM/YYYY. */
export const DayColumn = declaring((props: Special) => ({
  firstOrder: 'DESC',
  ...props,
  render: (record) => dayText(text(record[props.source])),
}))

/** A column of instants, DD/MM/YYYY hh:mm:ss am/pm, without wrapping. */
export const MomentColumn = declaring((props: Special) => ({
  firstOrder: 'DESC',
  ...props,
  render: (record) => <span className="one-line">{momentText(text(record[props.source]))}</span>,
}))

/** A column of covers; `titleSource`: field with the accessible name. */
export const CoverColumn = declaring(({ titleSource = 'title', ...props }: Titled) => ({
  disableSort: true,
  onPhone: 'picture',
  ...props,
  render: (record) => <Thumbnail src={text(record[props.source])} alt={text(record[titleSource])} />,
}))

/** A column of logos; `titleSource`: field with the accessible name. */
export const LogoColumn = declaring(({ titleSource = 'title', ...props }: Titled) => ({
  disableSort: true,
  onPhone: 'picture',
  ...props,
  render: (record) => (
    <Thumbnail
      src={text(record[props.source])}
      alt={text(record[titleSource])}
      width={40}
      ratio="16 / 9"
      fit="contain"
    />
  ),
}))

/** A column of switches that save immediately; `titleSource`: field with the record's name. */
export const StatusColumn = declaring(({ titleSource = 'title', ...props }: Titled) => ({
  onPhone: 'action',
  ...props,
  render: () => <StatusSwitch source={props.source} titleSource={titleSource} />,
}))

interface StatusSwitchProps {
  source: string
  titleSource: string
}

const StatusSwitch = ({ source, titleSource }: StatusSwitchProps) => {
  const record = useRecordContext()
  const { canModify, nameOf, change } = useTable()
  if (record === undefined) return null
  return (
    <ToggleSwitch
      checked={record[source] === true}
      label={`${nameOf(source)}: ${record[titleSource] ?? ''}`}
      disabled={!canModify}
      onToggle={(value) => change(record, source, value)}
    />
  )
}

/** Link to the row's record; plain text without permission. */
const RowLink = ({ children }: { children: ReactNode }) => {
  const record = useRecordContext()
  const { formOf } = useTable()
  const to = record === undefined ? undefined : formOf(record.id)
  return to === undefined ? <strong>{children}</strong> : <TitleLink to={to}>{children}</TitleLink>
}

/** A link with truncated text in a row. */
export const TitleLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <LinkBase className="text-link title-link" to={to} onClick={stopPropagation}>
    {children}
  </LinkBase>
)

export interface ShownColumn extends ColumnProps {
  text: string
  className: string | undefined
}
