import CloseIcon from '@mui/icons-material/Close'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import { useId, useState } from 'react'
import { type Playable, playableOf } from './playable.ts'

interface PreviewDialogProps {
  open: boolean
  title: string
  address: string
  isYoutube: boolean
  onClose: () => void
}

const FRAME = {
  width: '100%',
  aspectRatio: '16 / 9',
  border: 0,
  borderRadius: 8,
  background: '#000',
} as const

const Player = ({ playable, title }: { playable: Playable; title: string }) => {
  const [isBroken, setBroken] = useState(false)
  if (playable.kind === 'none' || isBroken)
    return <Alert severity="info">El navegador no puede reproducir esta dirección.</Alert>
  if (playable.kind === 'frame')
    return (
      <iframe
        src={playable.src}
        title={title}
        style={FRAME}
        allow="fullscreen; encrypted-media; picture-in-picture"
        referrerPolicy="strict-origin-when-cross-origin"
      />
    )
  return (
    // biome-ignore lint/a11y/useMediaCaption: the captions of a preview are those inside the stream.
    <video src={playable.src} title={title} controls style={FRAME} onError={() => setBroken(true)} />
  )
}

/** Plays a trailer or a link; nothing is loaded before somebody opens it. */
export const PreviewDialog = ({ open, title, address, isYoutube, onClose }: PreviewDialogProps) => {
  const heading = useId()
  return (
    <Dialog open={open} onClose={onClose} maxWidth="md" fullWidth aria-labelledby={heading}>
      <DialogTitle id={heading} sx={{ pr: 7 }}>
        {title}
      </DialogTitle>
      <IconButton aria-label="Cerrar" onClick={onClose} sx={{ position: 'absolute', right: 10, top: 10 }}>
        <CloseIcon />
      </IconButton>
      <DialogContent>
        <Player playable={playableOf(address, isYoutube)} title={title} />
        <Box sx={{ mt: 1, color: 'text.secondary', fontSize: 12, overflowWrap: 'anywhere' }}>{address}</Box>
      </DialogContent>
    </Dialog>
  )
}
