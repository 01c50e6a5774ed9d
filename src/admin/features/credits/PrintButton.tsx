import PrintIcon from '@mui/icons-material/PrintOutlined'
import Button from '@mui/material/Button'
import { type MouseEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import type { MovementRecord } from './movement-record.ts'
import { Receipt } from './Receipt.tsx'

interface PrintButtonProps {
  movement: MovementRecord
  label: string
  /** It was printed before, as far as anybody knows. */
  isReprint?: boolean
}

/** Prints a movement's receipt through the browser; whatever follows the first one is marked as a reprint. */
export const PrintButton = ({ movement, label, isReprint = false }: PrintButtonProps) => {
  const [prints, setPrints] = useState(0)
  const print = (event: MouseEvent): void => {
    // The second click of a double one, on this button or on the one that stood here before.
    if (event.detail > 1) return
    // The mark has to stand on the paper before the browser takes it.
    flushSync(() => setPrints(prints + 1))
    window.print()
  }
  return (
    <>
      <Button variant="contained" autoFocus startIcon={<PrintIcon />} onClick={print}>
        {label}
      </Button>
      <Receipt movement={movement} isReprint={isReprint || prints > 1} />
    </>
  )
}
