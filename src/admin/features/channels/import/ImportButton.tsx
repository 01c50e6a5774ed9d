import UploadIcon from '@mui/icons-material/UploadFileOutlined'
import Button from '@mui/material/Button'
import { Suspense, useState } from 'react'
import { lazy } from '../../../api/lazy.ts'
import { useMay } from '../../../api/session/use-may.ts'

const ImportDialog = lazy(async () => ({ default: (await import('./ImportDialog.tsx')).ImportDialog }))

/** 'Importar lista M3U': for who may register channels. */
export const ImportButton = () => {
  const [isOpen, setOpen] = useState(false)
  const mayRegister = useMay('register', 'channels')
  if (!mayRegister) return null
  return (
    <>
      <Button variant="outlined" startIcon={<UploadIcon />} onClick={() => setOpen(true)}>
        Importar lista M3U
      </Button>
      <Suspense fallback={null}>{isOpen ? <ImportDialog onClose={() => setOpen(false)} /> : null}</Suspense>
    </>
  )
}
