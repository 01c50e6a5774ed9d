import { isPrinted } from '../../../domain/credits/rules.ts'
import { typeOf } from '../../../domain/credits/transaction.ts'
import { formatCount, formatMoney } from '../../../domain/format/numbers.ts'
import { momentText } from '../../kit/display/dates.ts'
import type { MovementRecord } from './movement-record.ts'

/** What is read of a movement, in the order of its receipt. */
export const movementFacts = (movement: MovementRecord): (readonly [term: string, text: string])[] => [
  ['Fecha', momentText(movement.date)],
  ['Vendedor', movement.userCreatedName],
  ['Cliente', movement.userFullName],
  ['Tipo', movement.typeDescrition],
  ['Período', movement.period],
  ['Cantidad', formatCount(movement.count)],
  ['Precio', formatMoney(movement.creditPrice)],
  ['Total', formatMoney(movement.total)],
  ...(movement.newDateExpireFormat === ''
    ? []
    : ([['Nuevo vencimiento', movement.newDateExpireFormat]] as const)),
]

/** Whether a movement has a receipt: a credit is never printed. */
export const isPrintable = ({ type }: Pick<MovementRecord, 'type'>): boolean => {
  const found = typeOf(type)
  return found !== undefined && isPrinted(found)
}
