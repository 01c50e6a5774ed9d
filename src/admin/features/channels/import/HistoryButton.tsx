import HistoryIcon from '@mui/icons-material/HistoryOutlined'
import Button from '@mui/material/Button'
import { Suspense, useState } from 'react'
import { lazy } from '../../../api/lazy.ts'

const HistoryDialog = lazy(async () => ({ default: (await import('./HistoryDialog.tsx')).HistoryDialog }))

/** 'Historial de importaciones': for whoever sees the channels. */
export const HistoryButton = () => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="outlined" startIcon={<HistoryIcon />} onClick={() => setOpen(true)}>
        Historial de importaciones
      </Button>
      <Suspense fallback={null}>{isOpen ? <HistoryDialog onClose={() => setOpen(false)} /> : null}</Suspense>
    </>
  )
}
