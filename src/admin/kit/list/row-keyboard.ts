import { isTyping } from '../page/shortcuts.ts'

export const CONTROLS = 'a[href], button:not(:disabled), input:not(:disabled)'

type RowKey = Pick<
  KeyboardEvent,
  'key' | 'target' | 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey' | 'preventDefault'
>

const isPlain = ({ ctrlKey, altKey, metaKey, shiftKey }: RowKey): boolean =>
  !(ctrlKey || altKey || metaKey || shiftKey)

const controlIn = (row: Element | null, column: number): HTMLElement | null => {
  if (!(row instanceof HTMLTableRowElement)) return null
  return row.cells[column]?.querySelector<HTMLElement>(CONTROLS) ?? row.querySelector<HTMLElement>(CONTROLS)
}

/** Moves the focus from a control to the same one in the row above or below. */
export const moveBetweenRows = (event: RowKey): void => {
  const { key, target } = event
  if ((key !== 'ArrowDown' && key !== 'ArrowUp') || !isPlain(event) || isTyping(target)) return
  const cell = target instanceof Element ? target.closest('td') : null
  const row = cell?.closest('tr')
  if (!cell || !row) return
  const next = key === 'ArrowDown' ? row.nextElementSibling : row.previousElementSibling
  const control = controlIn(next, cell.cellIndex)
  if (control === null) return
  event.preventDefault()
  control.focus()
}

/** Moves the focus from the search box to the first row. */
export const moveToRows = (event: RowKey): void => {
  if (event.key !== 'ArrowDown' || !isPlain(event)) return
  const row = document.querySelector('main tr[data-record]')
  const control = row?.querySelector<HTMLElement>('a[href]') ?? row?.querySelector<HTMLElement>(CONTROLS)
  if (!control) return
  event.preventDefault()
  control.focus()
}
