import BrokenImageIcon from '@mui/icons-material/BrokenImageOutlined'
import CloseIcon from '@mui/icons-material/Close'
import ImageIcon from '@mui/icons-material/ImageOutlined'
import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import {
  type ComponentProps,
  type CSSProperties,
  type ReactNode,
  type SyntheticEvent,
  useId,
  useState,
} from 'react'
import { useRecoveries } from '../../api/connection.ts'
import { isRefusedImage } from '../../api/settings.ts'
import styles from './display.module.css'

interface TagProps {
  children: ReactNode
  title?: string
  tone?: 'green' | 'yellow' | 'red' | undefined
}

/** A small label: a quality, a language, a state. */
export const Tag = ({ children, title, tone }: TagProps) => (
  <span className={styles.tag} title={title} data-tone={tone}>
    {children}
  </span>
)

export type Description = readonly [term: string, value: ReactNode]

export const DescriptionList = ({ items }: { items: readonly Description[] }) => (
  <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: 'max-content 1fr', gap: '6px 20px' }}>
    {items.map(([term, value]) => (
      <Box key={term} sx={{ display: 'contents' }}>
        <Box component="dt" sx={{ color: 'text.secondary' }}>
          {term}
        </Box>
        <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
          {value || '—'}
        </Box>
      </Box>
    ))}
  </Box>
)

/** Keeps an event of a control from reaching the row around it. */
export const stopPropagation = (event: SyntheticEvent): void => event.stopPropagation()

/** The switch of rows, forms and dialogs: a checkbox, named by its label. */
export const Switch = (props: Omit<ComponentProps<'input'>, 'type' | 'role' | 'className'>) => (
  <input
    {...props}
    type="checkbox"
    // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says by itself whether it is checked.
    role="switch"
    className={styles.switch}
  />
)

interface ToggleSwitchProps {
  checked: boolean
  /** Accessible name: what is switched. */
  label: string
  onToggle: (checked: boolean) => void
  disabled?: boolean
}

/** A switch in a row. */
export const ToggleSwitch = ({ checked, label, onToggle, disabled = false }: ToggleSwitchProps) => (
  <Switch
    aria-label={label}
    checked={checked}
    disabled={disabled}
    onChange={({ target }) => onToggle(target.checked)}
    onClick={stopPropagation}
  />
)

const BROKEN_IMAGE = 'La imagen no se pudo cargar'
const REFUSED_IMAGE = 'Solo se muestran imágenes por https'

declare module 'react' {
  interface CSSProperties {
    '--width'?: string | undefined
    '--ratio'?: string
    '--radius'?: string
  }
}

interface ThumbnailProps {
  src: string
  /** Accessible name. */
  alt: string
  width?: number | string
  ratio?: string
  /** `cover` fills the frame; `contain` shows the whole picture. */
  fit?: 'cover' | 'contain'
}

interface EmptyFrameProps extends Pick<ThumbnailProps, 'alt'> {
  /** Why the URL is not shown. */
  fault: string | undefined
  isLarge: boolean
  style: CSSProperties
}

/** Placeholder for a picture: neutral without a URL, marked if it cannot be shown. */
const EmptyFrame = ({ alt, fault, isLarge, style }: EmptyFrameProps) => {
  const Icon = fault ? BrokenImageIcon : ImageIcon
  return (
    <div
      className={[styles.thumbnail, styles.empty, fault && styles.broken].filter(Boolean).join(' ')}
      role="img"
      aria-label={`${alt}: ${fault?.replace(/^./, (first) => first.toLowerCase()) ?? 'sin imagen'}`}
      title={fault}
      style={style}
    >
      <Icon fontSize="small" />
      {fault && isLarge ? <span>{fault}</span> : null}
    </div>
  )
}

/** A small picture that opens enlarged; keeps its size if missing or broken. */
export const Thumbnail = ({ src, alt, width = 24, ratio = '2 / 3', fit = 'cover' }: ThumbnailProps) => {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  const [broken, setBroken] = useState<string>()
  // Retries pictures that failed while offline.
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
  const fault = isRefusedImage(src) ? REFUSED_IMAGE : broken === attempt ? BROKEN_IMAGE : undefined
  if (src === '' || fault !== undefined)
    return <EmptyFrame alt={alt} fault={src === '' ? undefined : fault} isLarge={isLarge} style={style} />
  return (
    // Clicks on the picture and in its dialog must not reach the row.
    // biome-ignore lint/a11y/noStaticElementInteractions: it only stops events.
    <div className={styles.thumbnail} onClick={stopPropagation} onKeyDown={stopPropagation} style={style}>
      <button type="button" aria-label={`Ver imagen: ${alt}`} onClick={open}>
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

/** A picture enlarged to the window. */
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
