import MoreIcon from '@mui/icons-material/MoreVert'
import Box from '@mui/material/Box'
import { Fragment, memo, type ReactNode } from 'react'
import { type RaRecord, RecordContext } from 'react-admin'
import { stopPropagation } from '../display/display.tsx'
import { DropDown, DropDownLink } from '../page/DropDown.tsx'
import cardTable from './card-table.module.css'
import { ChangedTick, cellContent, type RowProps } from './cells.tsx'
import type { Part, ShownColumn } from './columns.tsx'
import styles from './rows.module.css'
import { RowChoice } from './selection.tsx'
import { useTable } from './table-state.ts'

/** The parts of a phone's card, by column. */
interface CardParts {
  title: ShownColumn | undefined
  beside: readonly ShownColumn[]
  lines: readonly ShownColumn[]
  picture: ShownColumn | undefined
  actions: readonly ShownColumn[]
  menu: readonly ShownColumn[]
  rows: readonly ShownColumn[]
}

/**
 * Columns without a part are only shown in the form. If no column is declared for the second line, the first two plain
 * columns are.
 */
export const cardParts = (shown: readonly ShownColumn[]): CardParts => {
  const columns = shown.map(({ renderOnPhone, ...column }) => ({
    ...column,
    render: renderOnPhone ?? column.render,
  }))
  const as = (part: Part) => columns.filter(({ onPhone }) => onPhone === part)
  const title = as('title')[0] ?? columns.find(({ onPhone }) => onPhone === undefined)
  const named = columns.filter(({ onPhone }) => onPhone === 'line' || onPhone === 'labelled')
  const plain = columns.filter((column) => column.onPhone === undefined && column !== title)
  const rows = as('row')
  return {
    title,
    beside: as('beside'),
    lines: named.length + rows.length > 0 ? named : plain.slice(0, 2),
    picture: as('picture')[0],
    actions: as('action'),
    menu: columns.filter(({ menu }) => menu !== undefined),
    rows,
  }
}

interface CardProps extends RowProps {
  parts: CardParts
}

/** A row on a phone: a card of two lines, with the most common actions next to them. */
export const CardRow = memo(({ record, parts, onOpen, isChanged, isChosen = false, choose }: CardProps) => {
  const { formUrl } = useTable()
  const { title, beside, lines, picture, actions, rows } = parts
  const entries = parts.menu.flatMap(({ source, menu }) => {
    const entry = menu?.(record)
    return entry ? [<Fragment key={source}>{entry}</Fragment>] : []
  })
  return (
    <RecordContext value={record}>
      <tr
        data-record={record.id}
        className={onOpen ? `${styles.card} ${styles.clickable}` : styles.card}
        aria-selected={choose && isChosen}
        onClick={onOpen && (() => onOpen(record))}
      >
        {choose && <RowChoice record={record} isChosen={isChosen} choose={choose} />}
        {picture && <Cell className={styles.picture}>{cellContent(picture, record)}</Cell>}
        <Cell className={styles.titleCell} isTitle>
          <div className={styles.title}>
            {isChanged ? <ChangedTick /> : null}
            {title && cellContent(title, record)}
            {beside.map((column) => (
              <span key={column.source} className={styles.beside}>
                {cellContent(column, record)}
              </span>
            ))}
          </div>
        </Cell>
        {lines.length === 0 ? null : (
          <Cell className={styles.lineCell}>
            <div className={styles.line}>
              {lines.map((column) => (
                <CardLine key={column.source} column={column} record={record} />
              ))}
            </div>
          </Cell>
        )}
        {actions.length + entries.length === 0 ? null : (
          <Cell className={styles.actions}>
            {actions.map((column) => (
              <Fragment key={column.source}>{cellContent(column, record)}</Fragment>
            ))}
            {entries.length === 0 ? null : (
              <CardMenu name={String(record.title ?? record.name ?? '')} form={formUrl(record.id)}>
                {entries}
              </CardMenu>
            )}
          </Cell>
        )}
        {rows.map((column) => (
          <Cell key={column.source} className={`${cardTable.cell} ${styles.labelled}`} label={column.text}>
            {cellContent(column, record)}
          </Cell>
        ))}
      </tr>
    </RecordContext>
  )
})

interface CardMenuProps {
  /** Title of the card's record. */
  name: string
  /** URL of the record's form; undefined if it can't be opened. */
  form: string | undefined
  children: ReactNode
}

/** Menu '⋯' of a phone's card, with the row's desktop actions. Keeps its events from reaching the row. */
const CardMenu = ({ name, form, children }: CardMenuProps) => (
  <Box component="span" onClick={stopPropagation} onKeyDown={stopPropagation}>
    <DropDown label={<MoreIcon />} name={`Más acciones: ${name}`} isAtTheEnd>
      {form === undefined ? null : <DropDownLink to={form}>Editar</DropDownLink>}
      {children}
    </DropDown>
  </Box>
)

interface CellProps {
  className: string | undefined
  label?: string
  isTitle?: boolean
  children: ReactNode
}

const Cell = ({ className, label, isTitle, children }: CellProps) => (
  // The row is drawn as a grid, in which a cell would not count as one.
  // biome-ignore lint/a11y/noRedundantRoles: see above.
  <td role="cell" className={className} data-label={label} data-title={isTitle}>
    {children}
  </td>
)

const CardLine = ({ column, record }: { column: ShownColumn; record: RaRecord }) => {
  const content = cellContent(column, record)
  if (content === null || content === '' || content === undefined) return null
  return (
    <span>
      {column.onPhone === 'line' ? null : <span>{column.text} </span>}
      {content}
    </span>
  )
}
