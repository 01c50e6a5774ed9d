import AddIcon from '@mui/icons-material/Add'
import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward'
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import IconButton from '@mui/material/IconButton'
import {
  Fragment,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
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
  /** Moves the item up or down; undefined at the ends. */
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
}

export interface ItemDialogProps<Item> {
  open: boolean
  item: Item | undefined
  items: readonly Item[]
  /** The form's errors of the item, nested by field. */
  errors: unknown
  onSave: (item: Item) => void
  onClose: () => void
}

interface ItemsInputProps<Item> {
  source: string
  addLabel: string
  /** Further buttons next to that for adding. */
  actions?: ReactNode
  /** Reads the items from the field's value. */
  itemsIn: (value: unknown) => Item[]
  /** Sorts the items; by default they stay in the order of their addition. */
  arrange?: (items: Item[]) => Item[]
  /** Receives the function that opens the dialog, for other parts of the form. */
  opener?: RefObject<LinkOpener | undefined>
  row: (props: ItemRowProps<Item>) => ReactNode
  dialog: (props: ItemDialogProps<Item>) => ReactNode
}

const unsorted = <Item,>(items: Item[]): Item[] => items

/** A list field: a row per item, and a dialog to add and edit them. */
export const ItemsInput = <Item,>(props: ItemsInputProps<Item>) => {
  const { source, addLabel, actions, itemsIn, arrange = unsorted, opener, row, dialog } = props
  const { value, label, change, error, help, withNote, lineId } = useField({ source })
  const about = withNote(help)
  const helpId = useId()
  const [open, setOpen] = useState<number | 'new'>()
  const { rowErrors, itemErrors } = useRowErrors(source)
  useEffect(() => {
    if (opener) opener.current = setOpen
  }, [opener])
  const items = itemsIn(value)
  const { list, moveHandler } = useMoves(items, change)
  const replace = (index: number, item: Item) =>
    change(arrange(items.map((each, at) => (at === index ? item : each))))
  const save = (item: Item): void => {
    // Ignores a second click during the closing animation.
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
      aria-describedby={[about ? helpId : '', error ? lineId : ''].filter(Boolean).join(' ') || undefined}
      tabIndex={-1}
      data-field={source}
      data-invalid={error !== undefined || rowErrors.some((messages) => messages.length > 0)}
      sx={{ gridColumn: '1 / -1', borderRadius: 1 }}
    >
      {about ? (
        <FormHelperText id={helpId} sx={{ mt: 0 }}>
          {about}
        </FormHelperText>
      ) : null}
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no id; only their position identifies them.
        <Fragment key={index}>
          {row({
            item,
            errors: rowErrors[index] ?? [],
            onChange: (next) => replace(index, next),
            onEdit: () => setOpen(index),
            onDelete: () => change(items.filter((_, at) => at !== index)),
            onUp: moveHandler(index, -1),
            onDown: moveHandler(index, 1),
          })}
        </Fragment>
      ))}
      {error ? (
        <FormHelperText id={lineId} error sx={{ mt: 1 }}>
          {error}
        </FormHelperText>
      ) : null}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mt: 1.5 }}>
        <Button variant="outlined" startIcon={<AddIcon />} onClick={() => setOpen('new')}>
          {addLabel}
        </Button>
        {actions}
      </Box>
      {dialog({
        open: open !== undefined,
        item: typeof open === 'number' ? items[open] : undefined,
        items,
        errors: typeof open === 'number' ? itemErrors(open) : undefined,
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
  errors: readonly string[]
  children: ReactNode
}

/** A row of an item, with its errors below. */
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

/** The buttons at the end of an item's row. */
export const ItemButtons = ({ children }: { children: ReactNode }) => (
  <Box sx={{ display: 'flex', '& .MuiButton-root': { minWidth: 0, px: 1 } }}>{children}</Box>
)

interface MoveItemButtonsProps {
  name: string
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
}

/** Buttons to move an item up and down; disabled at the ends. */
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
  name: string
  prompt: string
  onDelete: () => void
}

/** Removes an item from its list after confirmation. */
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

/** Marks of the buttons' directions, by which the focus follows a moved item. */
export const MOVE_UP = 'up'
export const MOVE_DOWN = 'down'

const moveButtons = (list: HTMLElement, step: Step): HTMLButtonElement[] => [
  ...list.querySelectorAll<HTMLButtonElement>(`[data-move="${step === -1 ? MOVE_UP : MOVE_DOWN}"]`),
]

/** Moves items of a list; the focus follows, so that pressing again moves the same item further. */
export const useMoves = <Item,>(items: readonly Item[], change: (items: Item[]) => void) => {
  const list = useRef<HTMLDivElement>(null)
  const movedItem = useRef<{ index: number; step: Step }>(undefined)
  useLayoutEffect(() => {
    if (movedItem.current === undefined || list.current === null) return
    const { index, step } = movedItem.current
    movedItem.current = undefined
    const same = moveButtons(list.current, step)[index]
    const other = moveButtons(list.current, step === 1 ? -1 : 1)[index]
    ;(same?.disabled ? other : same)?.focus()
  })
  const moveHandler = (index: number, step: Step): (() => void) | undefined =>
    canMove(items.length, index, step)
      ? () => {
          movedItem.current = { index: index + step, step }
          change(moveItem(items, index, step))
        }
      : undefined
  return { list, moveHandler }
}

/** True if the item at an index can move up (-1) or down (1). */
export const canMove = (count: number, index: number, by: -1 | 1): boolean =>
  index >= 0 && index < count && index + by >= 0 && index + by < count

/** The items after moving one up (-1) or down (1); unchanged if impossible. */
export const moveItem = <Item,>(items: readonly Item[], index: number, by: -1 | 1): Item[] => {
  if (!canMove(items.length, index, by)) return [...items]
  const rest = items.filter((_, at) => at !== index)
  return [...rest.slice(0, index + by), ...items.slice(index, index + 1), ...rest.slice(index + by)]
}

const childEntries = (node: unknown): [string, unknown][] =>
  typeof node === 'object' && node !== null ? Object.entries(node) : []

/** The messages of each item by index, and the nested errors of an item. */
export const useRowErrors = (source: string) => {
  const { errors } = useFormState()
  const rows: string[][] = []
  for (const [index, node] of childEntries(errors[source]))
    if (/^\d+$/.test(index))
      rows[Number(index)] = [...new Set(messagesIn(node).map(([, message]) => message))]
  return {
    rowErrors: [...rows].map((messages) => messages ?? []),
    itemErrors: (index: number): unknown =>
      childEntries(errors[source]).find(([position]) => position === String(index))?.[1],
  }
}
