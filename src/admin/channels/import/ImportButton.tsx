import UploadIcon from '@mui/icons-material/UploadFileOutlined'
import Button from '@mui/material/Button'
import { useCanAccess } from 'ra-core'
import { lazy, Suspense, useState } from 'react'

const ImportDialog = lazy(async () => ({ default: (await import('./ImportDialog.tsx')).ImportDialog }))

/** 'Importar lista M3U': for who may register channels. */
export const ImportButton = () => {
  const [isOpen, setOpen] = useState(false)
  const { canAccess } = useCanAccess({ resource: 'channels', action: 'register' })
  if (canAccess !== true) return null
  return (
    <>
      <Button variant="outlined" startIcon={<UploadIcon />} onClick={() => setOpen(true)}>
        Importar lista M3U
      </Button>
      <Suspense fallback={null}>{isOpen ? <ImportDialog onClose={() => setOpen(false)} /> : null}</Suspense>
    </>
  )
}
