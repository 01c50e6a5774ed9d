import ImageIcon from '@mui/icons-material/ImageOutlined'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { type SyntheticEvent, useState } from 'react'
import { ImageDialog } from '../dialogs/ImageDialog.tsx'

interface ThumbnailProps {
  src: string
  /** What the picture shows: the title of the film. */
  alt: string
  width?: number | string
  ratio?: string
  /** Covers fill their frame; logos stand whole in it. */
  fit?: 'cover' | 'contain'
}

const Missing = () => (
  <Box sx={{ display: 'grid', placeItems: 'center', width: 1, height: 1, color: 'text.secondary' }}>
    <ImageIcon fontSize="small" />
  </Box>
)

const stop = (event: SyntheticEvent): void => event.stopPropagation()

/** A small picture that opens large; a picture that is missing or does not load keeps its place. */
export const Thumbnail = ({ src, alt, width = 24, ratio = '2 / 3', fit = 'cover' }: ThumbnailProps) => {
  const [isOpen, setOpen] = useState(false)
  const [broken, setBroken] = useState<string>()
  const frame = {
    width,
    aspectRatio: ratio,
    borderRadius: typeof width === 'number' ? '4px' : '10px',
    overflow: 'hidden',
    bgcolor: 'var(--chip)',
    display: 'block',
  }
  if (src === '' || broken === src)
    return (
      <Box className="thumbnail" role="img" aria-label={`${alt}: sin imagen`} sx={frame}>
        <Missing />
      </Box>
    )
  return (
    // A click on the picture or in its dialog is none on the row that holds them.
    <Box className="thumbnail" onClick={stop} onKeyDown={stop} sx={{ width }}>
      <ButtonBase aria-label={`Ver imagen: ${alt}`} onClick={() => setOpen(true)} sx={frame}>
        <img
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBroken(src)}
          style={{ width: '100%', height: '100%', objectFit: fit, display: 'block' }}
        />
      </ButtonBase>
      <ImageDialog open={isOpen} src={src} title={alt} onClose={() => setOpen(false)} />
    </Box>
  )
}
