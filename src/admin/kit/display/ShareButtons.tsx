import CheckIcon from '@mui/icons-material/Check'
import CopyIcon from '@mui/icons-material/ContentCopyOutlined'
import ShareIcon from '@mui/icons-material/ShareOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type MouseEvent, useState } from 'react'
import { copyText } from './copy-text.ts'

interface ShareButtonsProps {
  /** Title of the shared text, for applications that show one. */
  title: string
  text: string
  autoFocus?: boolean
}

const FAILED = 'No se pudo copiar. Seleccione el texto y cópielo.'

/** 'Copiar', and 'Compartir' if the browser supports it. */
export const ShareButtons = ({ title, text, autoFocus = false }: ShareButtonsProps) => {
  const [copied, setCopied] = useState<string>()
  const [failed, setFailed] = useState<string>()
  const isCopied = copied === text
  const copy = async ({ currentTarget }: MouseEvent<HTMLElement>): Promise<void> => {
    const done = await copyText(text, currentTarget)
    setCopied(done ? text : undefined)
    setFailed(done ? undefined : text)
  }
  const share = async (event: MouseEvent<HTMLElement>): Promise<void> => {
    const { currentTarget } = event
    try {
      await navigator.share({ title, text })
    } catch (error) {
      // Closing the share sheet is not a failure.
      if (error instanceof DOMException && error.name === 'AbortError') return
      await copy({ ...event, currentTarget })
    }
  }
  return (
    <>
      <Button
        variant="outlined"
        autoFocus={autoFocus}
        startIcon={isCopied ? <CheckIcon /> : <CopyIcon />}
        onClick={copy}
      >
        {isCopied ? 'Copiado' : 'Copiar'}
      </Button>
      {canShare() ? (
        <Button variant="outlined" startIcon={<ShareIcon />} onClick={share}>
          Compartir
        </Button>
      ) : null}
      <Box
        component="span"
        aria-live="polite"
        className={failed === text ? undefined : 'unseen'}
        sx={{ width: failed === text ? 1 : undefined, fontSize: 13 }}
      >
        {failed === text ? FAILED : isCopied ? 'Copiado' : ''}
      </Box>
    </>
  )
}

/** Phones and some desktops, on pages served by https or localhost. */
const canShare = (): boolean => typeof navigator.share === 'function'
