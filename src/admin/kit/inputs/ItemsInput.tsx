import AddIcon from '@mui/icons-material/Add'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import { Fragment, type ReactNode, useState } from 'react'
import { useField } from './field.ts'
import { useMoves } from './use-moves.ts'
import { useRowErrors } from './use-row-errors.ts'

export interface ItemRowProps<Item> {
  item: Item
  errors: readonly string[]
  onChange: (item: Item) => void
  onEdit: () => void
  onDelete: () => void
  /** Changes places with the one above (-1) or below (1); undefined where there is none. */
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
}

/** What the dialog is given: the item to edit, none for a new one. */
export interface ItemDialogProps<Item> {
  open: boolean
  item: Item | undefined
  items: readonly Item[]
  /** What the form says of the item, nested by its fields. */
  problems: unknown
  onSave: (item: Item) => void
  onClose: () => void
}

interface ItemsInputProps<Item> {
  source: string
  /** What the list is called, for who does not see it. */
  label: string
  addLabel: string
  /** The items that the form's field holds. */
  itemsIn: (value: unknown) => Item[]
  /** The order in which they are kept; without it that in which they were added. */
  arrange?: (items: Item[]) => Item[]
  row: (props: ItemRowProps<Item>) => ReactNode
  dialog: (props: ItemDialogProps<Item>) => ReactNode
}

const asAdded = <Item,>(items: Item[]): Item[] => items

/** A list inside a form: a row for each item, and a dialog that adds and edits them. */
export const ItemsInput = <Item,>(props: ItemsInputProps<Item>) => {
  const { source, label, addLabel, itemsIn, arrange = asAdded, row, dialog } = props
  const { value, change, error, lineId } = useField({ source })
  const [open, setOpen] = useState<number | 'new'>()
  const { rowErrors, problemsOf } = useRowErrors(source)
  const items = itemsIn(value)
  const { list, moveOf } = useMoves(items, change)
  const replace = (index: number, item: Item) =>
    change(arrange(items.map((each, at) => (at === index ? item : each))))
  const save = (item: Item): void => {
    // A dialog that was closed still shows for a moment: its second click adds nothing.
    if (open === undefined) return
    if (typeof open === 'number') replace(open, item)
    else change(arrange([...items, item]))
    setOpen(undefined)
  }
  return (
    <Box
      ref={list}
      role="group"
      aria-label={label}
      aria-describedby={error ? lineId : undefined}
      tabIndex={-1}
      data-field={source}
      data-invalid={error !== undefined || rowErrors.some((messages) => messages.length > 0)}
      sx={{ gridColumn: '1 / -1', borderRadius: 1 }}
    >
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no id; their place is what tells them apart.
        <Fragment key={index}>
          {row({
            item,
            errors: rowErrors[index] ?? [],
            onChange: (next) => replace(index, next),
            onEdit: () => setOpen(index),
            onDelete: () => change(items.filter((_, at) => at !== index)),
            onUp: moveOf(index, -1),
            onDown: moveOf(index, 1),
          })}
        </Fragment>
      ))}
      {error ? (
        <FormHelperText id={lineId} error sx={{ mt: 1 }}>
          {error}
        </FormHelperText>
      ) : null}
      <Button variant="outlined" startIcon={<AddIcon />} onClick={() => setOpen('new')} sx={{ mt: 1.5 }}>
        {addLabel}
      </Button>
      {dialog({
        open: open !== undefined,
        item: typeof open === 'number' ? items[open] : undefined,
        items,
        problems: typeof open === 'number' ? problemsOf(open) : undefined,
        onSave: save,
        onClose: () => setOpen(undefined),
      })}
    </Box>
  )
}
