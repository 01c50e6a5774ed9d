import BrokenImageIcon from '@mui/icons-material/BrokenImageOutlined'
import CloseIcon from '@mui/icons-material/Close'
import ImageIcon from '@mui/icons-material/ImageOutlined'
import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import { type CSSProperties, type SyntheticEvent, useId, useState } from 'react'
import { useRecoveries } from '../../api/connection.ts'

const DEAD_ADDRESS = 'La imagen no se pudo cargar'

declare module 'react' {
  interface CSSProperties {
    '--width'?: string | undefined
    '--ratio'?: string
    '--radius'?: string
  }
}

interface ThumbnailProps {
  src: string
  /** What the picture shows: the title of the film. */
  alt: string
  width?: number | string
  ratio?: string
  /** `cover` fills the frame; `contain` shows the whole picture. */
  fit?: 'cover' | 'contain'
}

interface EmptyFrameProps extends Pick<ThumbnailProps, 'alt'> {
  /** An address was given, and no picture came from it. */
  isBroken: boolean
  isLarge: boolean
  style: CSSProperties
}

/** Shown instead of a picture: neutral without an address, marked where it could not be loaded. */
const EmptyFrame = ({ alt, isBroken, isLarge, style }: EmptyFrameProps) => {
  const Icon = isBroken ? BrokenImageIcon : ImageIcon
  return (
    <div
      className={isBroken ? 'thumbnail thumbnail-empty thumbnail-broken' : 'thumbnail thumbnail-empty'}
      role="img"
      aria-label={`${alt}: ${isBroken ? 'la imagen no se pudo cargar' : 'sin imagen'}`}
      title={isBroken ? DEAD_ADDRESS : undefined}
      style={style}
    >
      <Icon fontSize="small" />
      {isBroken && isLarge ? <span>{DEAD_ADDRESS}</span> : null}
    </div>
  )
}

const stop = (event: SyntheticEvent): void => event.stopPropagation()

/** A small picture that opens large; a missing or broken one keeps its size. */
export const Thumbnail = ({ src, alt, width = 24, ratio = '2 / 3', fit = 'cover' }: ThumbnailProps) => {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  const [broken, setBroken] = useState<string>()
  // What failed while the network was away is tried again once it is back.
  const attempt = `${useRecoveries()} ${src}`
  const isLarge = typeof width !== 'number'
  const style: CSSProperties = {
    '--width': typeof width === 'number' ? `${width}px` : width,
    '--ratio': ratio,
    '--radius': isLarge ? '10px' : '4px',
  }
  const open = () => {
    setOpened(true)
    setOpen(true)
  }
  const isBroken = src !== '' && broken === attempt
  if (src === '' || isBroken)
    return <EmptyFrame alt={alt} isBroken={isBroken} isLarge={isLarge} style={style} />
  return (
    // A click on the picture or in its dialog is none on the row that holds them.
    // biome-ignore lint/a11y/noStaticElementInteractions: it keeps them from the row, and does nothing else.
    <div className="thumbnail" onClick={stop} onKeyDown={stop} style={style}>
      <button type="button" className="thumbnail-button" aria-label={`Ver imagen: ${alt}`} onClick={open}>
        <img
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBroken(attempt)}
          style={{ objectFit: fit }}
        />
      </button>
      {wasOpened ? <ImageDialog open={isOpen} src={src} title={alt} onClose={() => setOpen(false)} /> : null}
    </div>
  )
}

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
