import type { RaRecord, SortPayload } from 'ra-core'
import { Children, type FunctionComponent, isValidElement, type ReactNode } from 'react'
import { formatCount } from '../../../domain/format/text.ts'
import { dayText, momentText } from '../display/dates.ts'
import { Thumbnail } from '../display/display.tsx'
import { RowLink } from './row-links.tsx'

export interface ColumnProps<R extends RaRecord = RaRecord> {
  /** The field that it shows and sorts by, and takes its label from. */
  source: string
  label?: string
  disableSort?: boolean
  /** The order of the first press on the header. */
  firstOrder?: SortPayload['order']
  align?: 'left' | 'right' | 'center'
  /** What the cell shows; without it the plain value. */
  render?: (record: R) => ReactNode
  /** Maximum width in pixels: a longer text is cut off, and shown on hover. */
  clip?: number
  /** Its part in a phone's card; without it the record's form has it. */
  onPhone?: Part
  /** What the card shows in place of the cell. */
  renderOnPhone?: (record: R) => ReactNode
  /** The entry of the card's menu for what the cell offers; none where it offers nothing. */
  menu?: (record: R) => ReactNode
}

/**
 * The parts of a phone's card: its first line with what stands beside the title, its second line with or without labels,
 * a picture before and actions after both, and further rows for what no form has.
 */
export type Part = 'title' | 'beside' | 'line' | 'labelled' | 'picture' | 'action' | 'row'

/** What declares a column. It is never drawn itself: an element for each of a thousand cells would be slow. */
type ColumnType<Props> = FunctionComponent<Props> & { columnOf: (props: Props) => ColumnProps }

export const declaring = <Props,>(columnOf: (props: Props) => ColumnProps): ColumnType<Props> =>
  Object.assign(() => null, { columnOf })

const isDeclaring = (type: unknown): type is ColumnType<object> =>
  typeof type === 'function' && 'columnOf' in type

/** The columns that the children of a list declare; throws for other children. */
export const columnsIn = (columns: ReactNode): ColumnProps[] =>
  Children.toArray(columns).map((child) => {
    if (!isValidElement<object>(child) || !isDeclaring(child.type))
      throw new Error('The children of a list are columns')
    return child.type.columnOf(child.props)
  })

// React-admin hands the list's own records to its columns; the list that declares them knows their type.
const ofAnyRecord = <R extends RaRecord>(props: ColumnProps<R>): ColumnProps =>
  props as unknown as ColumnProps

/** A column of a list: its header sorts, and says so; its cells become lines of a card on a phone. */
export const Column: (<R extends RaRecord = RaRecord>(props: ColumnProps<R>) => null) & {
  columnOf: typeof ofAnyRecord
} = Object.assign(() => null, { columnOf: ofAnyRecord })

type Special = Omit<ColumnProps, 'render'>
export type Titled = Special & { titleSource?: string }

export const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The column whose text opens the record, for the keyboard too. */
export const LinkColumn = declaring((props: Special) => ({
  onPhone: 'title',
  ...props,
  render: (record) => <RowLink>{text(record[props.source]) || '—'}</RowLink>,
}))

/** A column of counts: to the right, with thousands. */
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

/** A column of instants, DD/MM/YYYY hh:mm:ss am/pm, in one line. */
export const MomentColumn = declaring((props: Special) => ({
  firstOrder: 'DESC',
  ...props,
  render: (record) => <span className="one-line">{momentText(text(record[props.source]))}</span>,
}))

/** A column of covers; `titleSource` names what they show. */
export const CoverColumn = declaring(({ titleSource = 'title', ...props }: Titled) => ({
  disableSort: true,
  onPhone: 'picture',
  ...props,
  render: (record) => <Thumbnail src={text(record[props.source])} alt={text(record[titleSource])} />,
}))

/** A column of logos; `titleSource` names whose they are. */
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

export interface ShownColumn extends ColumnProps {
  text: string
  className: string | undefined
}
