import { formatCount } from '../format/text.ts'

/** Most names given of chosen records that are not seen. */
export const MAX_NAMED = 5

const list = new Intl.ListFormat('es')

/** Says how many of the chosen records the current search hides, and which (rule W22). */
export const unseenText = (unseen: number, chosen: number, names: readonly string[]): string => {
  const who = chosen === 1 ? 'El elegido' : `${formatCount(unseen)} de los ${formatCount(chosen)}`
  const others = unseen - names.length
  const named =
    names.length === 0 ? '' : list.format([...names, ...(others > 0 ? [`${formatCount(others)} más`] : [])])
  return `${who} no se ${unseen === 1 ? 've' : 'ven'} con la búsqueda actual${named && `: ${named}`}.`
}
