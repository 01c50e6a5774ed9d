import AddIcon from '@mui/icons-material/Add'
import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward'
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import IconButton from '@mui/material/IconButton'
import { Fragment, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useFormState } from 'react-hook-form'
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx'
import { type LinkOpener, messagesIn } from './form-kit.tsx'
import { useField } from './inputs.tsx'

export interface ItemRowProps<Item> {
  item: Item
  errors: readonly string[]
  onChange: (item: Item) => void
  onEdit: () => void
  onDelete: () => void
  /** Swaps with the item above or below; undefined where there is none. */
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
}

export interface ItemDialogProps<Item> {
  open: boolean
  item: Item | undefined
  items: readonly Item[]
  /** The form's errors of the item, nested by its fields. */
  errors: unknown
  onSave: (item: Item) => void
  onClose: () => void
}

interface ItemsInputProps<Item> {
  source: string
  /** Accessible name of the list. */
  label: string
  addLabel: string
  /** The items that the form's field holds. */
  itemsIn: (value: unknown) => Item[]
  /** The order in which they are kept; without it that in which they were added. */
  arrange?: (items: Item[]) => Item[]
  /** Is given what opens the dialog, for other parts of the form. */
  opener?: RefObject<LinkOpener | undefined>
  row: (props: ItemRowProps<Item>) => ReactNode
  dialog: (props: ItemDialogProps<Item>) => ReactNode
}

const asAdded = <Item,>(items: Item[]): Item[] => items

/** A list inside a form: a row for each item, and a dialog that adds and edits them. */
export const ItemsInput = <Item,>(props: ItemsInputProps<Item>) => {
  const { source, label, addLabel, itemsIn, arrange = asAdded, opener, row, dialog } = props
  const { value, change, error, lineId } = useField({ source })
  const [open, setOpen] = useState<number | 'new'>()
  const { rowErrors, validationErrorsOf } = useRowErrors(source)
  useEffect(() => {
    if (opener) opener.current = setOpen
  }, [opener])
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
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no id; their position is what tells them apart.
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
        errors: typeof open === 'number' ? validationErrorsOf(open) : undefined,
        onSave: save,
        onClose: () => setOpen(undefined),
      })}
    </Box>
  )
}

const ROW = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  py: 0.75,
  borderBottom: 1,
  borderColor: 'divider',
} as const

interface RowProps {
  testId: string
  /** What is wrong with the item. */
  errors: readonly string[]
  children: ReactNode
}

/** The line of one item in a list of a form, with its mistakes below. */
export const ItemRow = ({ testId, errors, children }: RowProps) => (
  <Box sx={ROW} data-testid={testId}>
    {children}
    {errors.map((message) => (
      <FormHelperText key={message} error sx={{ width: 1, mt: 0 }}>
        {message}
      </FormHelperText>
    ))}
  </Box>
)

/** What can be done with an item, at the end of its line. */
export const ItemButtons = ({ children }: { children: ReactNode }) => (
  <Box sx={{ display: 'flex', '& .MuiButton-root': { minWidth: 0, px: 1 } }}>{children}</Box>
)

interface MoveItemButtonsProps {
  /** What the item is called. */
  name: string
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
}

/** Moves an item up and down its list; at the ends one of them rests. */
export const MoveItemButtons = ({ name, onUp, onDown }: MoveItemButtonsProps) => (
  <>
    <IconButton
      size="small"
      aria-label={`Subir ${name}`}
      data-move={MOVE_UP}
      disabled={onUp === undefined}
      onClick={onUp}
    >
      <ArrowUpwardIcon fontSize="small" />
    </IconButton>
    <IconButton
      size="small"
      aria-label={`Bajar ${name}`}
      data-move={MOVE_DOWN}
      disabled={onDown === undefined}
      onClick={onDown}
    >
      <ArrowDownwardIcon fontSize="small" />
    </IconButton>
  </>
)

interface DeleteItemButtonProps {
  /** What the item is called. */
  name: string
  prompt: string
  onDelete: () => void
}

/** Takes an item out of its list after asking. */
export const DeleteItemButton = ({ name, prompt, onDelete }: DeleteItemButtonProps) => {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button size="small" color="error" aria-label={`Eliminar ${name}`} onClick={() => setAsking(true)}>
        Eliminar
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={prompt}
        confirmLabel="Eliminar"
        danger
        onConfirm={() => {
          setAsking(false)
          onDelete()
        }}
        onClose={() => setAsking(false)}
      />
    </>
  )
}

type Step = -1 | 1

/** The rows' buttons say where they lead, so that the focus can follow the item that was moved. */
export const MOVE_UP = 'up'
export const MOVE_DOWN = 'down'

const buttonsOf = (list: HTMLElement, step: Step): HTMLButtonElement[] => [
  ...list.querySelectorAll<HTMLButtonElement>(`[data-move="${step === -1 ? MOVE_UP : MOVE_DOWN}"]`),
]

/** Moving the items of a list: the focus goes along, so that pressing again moves the same one further. */
export const useMoves = <Item,>(items: readonly Item[], change: (items: Item[]) => void) => {
  const list = useRef<HTMLDivElement>(null)
  const followed = useRef<{ index: number; step: Step }>(undefined)
  useLayoutEffect(() => {
    if (followed.current === undefined || list.current === null) return
    const { index, step } = followed.current
    followed.current = undefined
    const same = buttonsOf(list.current, step)[index]
    const other = buttonsOf(list.current, step === 1 ? -1 : 1)[index]
    ;(same?.disabled ? other : same)?.focus()
  })
  const moveOf = (index: number, step: Step): (() => void) | undefined =>
    canMove(items.length, index, step)
      ? () => {
          followed.current = { index: index + step, step }
          change(moved(items, index, step))
        }
      : undefined
  return { list, moveOf }
}

/** Whether the item at a position can go up (-1) or down (1): the first and the last one are bounds. */
export const canMove = (count: number, index: number, by: -1 | 1): boolean =>
  index >= 0 && index < count && index + by >= 0 && index + by < count

/** The items with the one at a position moved up (-1) or down (1); as they were where it can't. */
export const moved = <Item,>(items: readonly Item[], index: number, by: -1 | 1): Item[] => {
  if (!canMove(items.length, index, by)) return [...items]
  const rest = items.filter((_, at) => at !== index)
  return [...rest.slice(0, index + by), ...items.slice(index, index + 1), ...rest.slice(index + by)]
}

const childrenOf = (node: unknown): [string, unknown][] =>
  typeof node === 'object' && node !== null ? Object.entries(node) : []

/** The messages of each item by its position, and the errors of one, nested by its fields. */
export const useRowErrors = (source: string) => {
  const { errors } = useFormState()
  const rows: string[][] = []
  for (const [index, node] of childrenOf(errors[source]))
    if (/^\d+$/.test(index))
      rows[Number(index)] = [...new Set(messagesIn(node).map(([, message]) => message))]
  return {
    rowErrors: [...rows].map((messages) => messages ?? []),
    validationErrorsOf: (index: number): unknown =>
      childrenOf(errors[source]).find(([position]) => position === String(index))?.[1],
  }
}
