import type { Part, ShownColumn } from './columns.tsx'

/** The parts of a phone's card, by column. */
export interface CardParts {
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
export const partsOf = (shown: readonly ShownColumn[]): CardParts => {
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
