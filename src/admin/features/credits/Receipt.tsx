import { createPortal } from 'react-dom'
import { formatReference } from '../../../domain/format/references.ts'
import { movementFacts } from './movement-facts.ts'
import type { MovementRecord } from './movement-record.ts'
import { RECEIPT_STYLE } from './receipt-style.ts'

interface ReceiptProps {
  movement: MovementRecord
  isReprint: boolean
}

/** The receipt of 80 by 72 mm: while it is there, it is what the browser prints, and nothing of the screen. */
export const Receipt = ({ movement, isReprint }: ReceiptProps) =>
  createPortal(
    <section className="receipt" aria-label="Recibo">
      <style>{RECEIPT_STYLE}</style>
      <header>
        <strong>Cartelera</strong>
        <span>Recibo {formatReference(movement.reference)}</span>
      </header>
      {isReprint ? <p className="receipt-mark">REIMPRESIÓN</p> : null}
      <dl>
        {movementFacts(movement).map(([term, text]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>,
    document.body,
  )
