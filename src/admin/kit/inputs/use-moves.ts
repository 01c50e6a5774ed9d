import { useLayoutEffect, useRef } from 'react'
import { canMove, moved } from '../../../domain/settings/order.ts'

type Step = -1 | 1

/** The rows' buttons say where they lead, so that the focus can follow the item that was moved. */
export const MOVE_UP = 'up'
export const MOVE_DOWN = 'down'

const buttonsOf = (list: HTMLElement, step: Step): HTMLButtonElement[] => [
  ...list.querySelectorAll<HTMLButtonElement>(`[data-move="${step === -1 ? MOVE_UP : MOVE_DOWN}"]`),
]

/** Moving the items of a list: the focus goes along, so that pressing again moves the same one further. */
export const useMoves = <Item>(items: readonly Item[], change: (items: Item[]) => void) => {
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
