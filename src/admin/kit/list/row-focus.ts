import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { CONTROLS } from './row-keyboard.ts'

/** The row and column of the control that last had the focus. */
interface Place {
  id: string
  row: number
  column: number
}

const rowsIn = (body: HTMLElement): HTMLTableRowElement[] => [
  ...body.querySelectorAll<HTMLTableRowElement>(':scope > tr[data-record]'),
]

const placeOf = (body: HTMLElement, target: EventTarget | null): Place | undefined => {
  const control = target instanceof Element ? target.closest(CONTROLS) : null
  const cell = control?.closest('td')
  const row = cell?.closest<HTMLTableRowElement>('tr[data-record]')
  if (!cell || !row || !body.contains(row)) return undefined
  return { id: row.dataset.record ?? '', row: rowsIn(body).indexOf(row), column: cell.cellIndex }
}

/** The same cell's control, or the row's title; if the row has left the list, those of the row in its place. */
const controlAt = (body: HTMLElement, { id, row, column }: Place): HTMLElement | null => {
  const rows = rowsIn(body)
  const found = rows.find(({ dataset }) => dataset.record === id) ?? rows[row] ?? rows.at(-1)
  return (
    found?.cells[column]?.querySelector<HTMLElement>(CONTROLS) ??
    found?.querySelector<HTMLElement>('a[href]') ??
    found?.querySelector<HTMLElement>(CONTROLS) ??
    null
  )
}

const isInDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role=dialog], [role=presentation]') !== null

/**
 * Returns the focus to the row that had it, when its control disappears by an action, or has gone while a dialog was
 * open. Not after the user pressed or focused something else.
 */
export const useRowFocus = (body: RefObject<HTMLElement | null>, records: readonly unknown[]): void => {
  const last = useRef<Place>(undefined)
  const restore = useRef(() => {
    if (body.current === null || last.current === undefined || document.activeElement !== document.body)
      return
    if (document.querySelector('[role=dialog]')) return
    controlAt(body.current, last.current)?.focus()
  })
  useEffect(() => {
    const follow = ({ target }: Event): void => {
      if (body.current === null || isInDialog(target)) return
      last.current = placeOf(body.current, target)
    }
    document.addEventListener('focusin', follow)
    document.addEventListener('pointerdown', follow, { passive: true })
    // Dialogs are children of the body.
    const observer = new MutationObserver(() => restore.current())
    observer.observe(document.body, { childList: true })
    return () => {
      document.removeEventListener('focusin', follow)
      document.removeEventListener('pointerdown', follow)
      observer.disconnect()
    }
  }, [body])
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows may lack the focused control.
  useLayoutEffect(() => restore.current(), [records])
}
