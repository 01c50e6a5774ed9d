/** Whether the item at a position can go up (-1) or down (1): the first and the last one are bounds. */
export const canMove = (count: number, index: number, by: -1 | 1): boolean =>
  index >= 0 && index < count && index + by >= 0 && index + by < count

/** The items with the one at a position moved up (-1) or down (1); as they were where it can't. */
export const moved = <Item>(items: readonly Item[], index: number, by: -1 | 1): Item[] => {
  if (!canMove(items.length, index, by)) return [...items]
  const rest = items.filter((_, at) => at !== index)
  return [...rest.slice(0, index + by), ...items.slice(index, index + 1), ...rest.slice(index + by)]
}
