import CloseIcon from '@mui/icons-material/Close'
import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import { useId } from 'react'

interface ImageDialogProps {
  open: boolean
  src: string
  title: string
  onClose: () => void
}

/** A picture as large as the window allows. */
export const ImageDialog = ({ open, src, title, onClose }: ImageDialogProps) => {
  const heading = useId()
  return (
    <Dialog open={open} onClose={onClose} maxWidth="md" aria-labelledby={heading}>
      <DialogTitle id={heading} sx={{ pr: 7 }}>
        {title}
      </DialogTitle>
      <IconButton aria-label="Cerrar" onClick={onClose} sx={{ position: 'absolute', right: 10, top: 10 }}>
        <CloseIcon />
      </IconButton>
      <DialogContent sx={{ display: 'grid', placeItems: 'center' }}>
        <img src={src} alt={title} style={{ maxWidth: '100%', maxHeight: '75vh', borderRadius: 8 }} />
      </DialogContent>
    </Dialog>
  )
}
