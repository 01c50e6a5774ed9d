import CloseIcon from '@mui/icons-material/Close'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import { useId, useState } from 'react'
import { isUrlOrPath, isWebUrl } from '../../../domain/validation/fields.ts'

interface PreviewDialogProps {
  open: boolean
  title: string
  url: string
  isYoutube?: boolean
  /** A stream without an end: begins again where its source is a file. */
  isLive?: boolean
  isAudio?: boolean
  onClose: () => void
}

const FRAME = {
  width: '100%',
  aspectRatio: '16 / 9',
  border: 0,
  borderRadius: 8,
  background: '#000',
} as const

/** True for a playlist that this browser cannot play: the policy of the page lets no library load its segments. */
const lacksHls = (src: string): boolean =>
  /\.m3u8(?:[?#]|$)/i.test(src) &&
  document.createElement('video').canPlayType('application/vnd.apple.mpegurl') === ''

type PlayerProps = Pick<PreviewDialogProps, 'title' | 'isLive' | 'isAudio'> & { playable: Playable }

const Player = ({ playable, title, isLive = false, isAudio = false }: PlayerProps) => {
  const [isBroken, setBroken] = useState(false)
  if (playable.kind === 'none' || isBroken)
    return (
      <Alert severity="info">
        {playable.kind === 'media' && lacksHls(playable.src)
          ? 'Este navegador no reproduce listas HLS (.m3u8). Las versiones recientes de Chrome, Edge y Safari sí.'
          : 'El navegador no puede reproducir esta dirección.'}
      </Alert>
    )
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
  const Media = isAudio ? 'audio' : 'video'
  return (
    <Media
      src={playable.src}
      title={title}
      controls
      autoPlay
      loop={isLive}
      style={isAudio ? { width: '100%' } : FRAME}
      onError={() => setBroken(true)}
    />
  )
}

/** Plays a trailer or a link; loads nothing before it is opened. */
export const PreviewDialog = ({
  open,
  title,
  url,
  isYoutube = false,
  onClose,
  ...player
}: PreviewDialogProps) => {
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
        <Player playable={toPlayable(url, isYoutube)} title={title} {...player} />
        <Box sx={{ mt: 1, color: 'text.secondary', fontSize: 12, overflowWrap: 'anywhere' }}>{url}</Box>
      </DialogContent>
    </Dialog>
  )
}

interface PreviewButtonProps extends Omit<PreviewDialogProps, 'open' | 'onClose'> {
  label: string
  /** On a phone it has a row of its own, under the field. */
  isBelow?: boolean
}

/** Opens the preview of the URL in the field beside it. */
export const PreviewButton = ({ label, isBelow = false, ...preview }: PreviewButtonProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="outlined"
        fullWidth
        disabled={preview.url === ''}
        onClick={() => setOpen(true)}
        sx={{ mt: { xs: isBelow ? 0 : '29px', sm: '29px' }, px: 1, whiteSpace: 'nowrap' }}
      >
        {label}
      </Button>
      <PreviewDialog {...preview} open={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

/** Player for a URL: the provider's frame, a media element, or none. */
export type Playable = { kind: 'frame' | 'media'; src: string } | { kind: 'none' }

const YOUTUBE_HOSTS = /^(www\.|m\.|music\.)?(youtube\.com|youtube-nocookie\.com)$/
const VIDEO_ID = /^[\w-]{6,20}$/

const findVideoId = ({ hostname, pathname, searchParams }: URL): string | undefined => {
  if (hostname === 'youtu.be') return pathname.slice(1)
  if (!YOUTUBE_HOSTS.test(hostname)) return undefined
  return searchParams.get('v') ?? /^\/(?:embed|shorts|live|v)\/([^/]+)/.exec(pathname)?.[1]
}

/** The id of a YouTube video, from any of its URLs or a bare id. */
export const youtubeId = (url: string): string | undefined => {
  const id = isWebUrl(url) ? findVideoId(new URL(url)) : url.trim()
  return id !== undefined && VIDEO_ID.test(id) ? id : undefined
}

/** URL of Google Drive's embedded player for one of its files. */
const driveFrame = (url: string): string | undefined => {
  if (!isWebUrl(url)) return undefined
  const { hostname, pathname, searchParams } = new URL(url)
  if (hostname !== 'drive.google.com') return undefined
  const id = /^\/file\/d\/([\w-]+)/.exec(pathname)?.[1] ?? searchParams.get('id')
  return id && /^[\w-]+$/.test(id) ? `https://drive.google.com/file/d/${id}/preview` : undefined
}

/** The player for a URL; with `isYoutube`, a bare id is a YouTube video. */
export const toPlayable = (url: string, isYoutube: boolean): Playable => {
  const id = isYoutube || /youtu\.?be/.test(url) ? youtubeId(url) : undefined
  if (id !== undefined) return { kind: 'frame', src: `https://www.youtube-nocookie.com/embed/${id}` }
  const drive = driveFrame(url)
  if (drive !== undefined) return { kind: 'frame', src: drive }
  return isUrlOrPath(url) ? { kind: 'media', src: url } : { kind: 'none' }
}
