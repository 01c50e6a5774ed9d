import CheckIcon from '@mui/icons-material/Check'
import CopyIcon from '@mui/icons-material/ContentCopyOutlined'
import ShareIcon from '@mui/icons-material/ShareOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { copyText } from './copy-text.ts'

interface ShareButtonsProps {
  /** Title of the shared text, for applications that show one. */
  title: string
  text: string
  autoFocus?: boolean
  /** One button without a visible label, where room is scarce: 'Compartir' instead of 'Copiar' where it is supported. */
  isIconOnly?: boolean
}

const FAILED = 'No se pudo copiar. Seleccione el texto y cópielo.'

/** 'Copiar', and 'Compartir' if the browser supports it. */
export const ShareButtons = ({ title, text, autoFocus = false, isIconOnly = false }: ShareButtonsProps) => {
  const Action = isIconOnly ? IconAction : LabelledAction
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
      {isIconOnly && canShare() ? null : (
        <Action
          autoFocus={autoFocus}
          icon={isCopied ? <CheckIcon /> : <CopyIcon />}
          label={isCopied ? 'Copiado' : 'Copiar'}
          onClick={copy}
        />
      )}
      {canShare() ? <Action icon={<ShareIcon />} label="Compartir" onClick={share} /> : null}
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

interface ActionProps {
  icon: ReactNode
  label: string
  autoFocus?: boolean
  onClick: (event: MouseEvent<HTMLElement>) => void
}

const LabelledAction = ({ icon, label, ...button }: ActionProps) => (
  <Button variant="outlined" startIcon={icon} {...button}>
    {label}
  </Button>
)

/** A button with an icon in place of its label. */
export const IconAction = ({ icon, label, ...button }: ActionProps) => (
  <Button variant="outlined" aria-label={label} title={label} {...button} sx={ICON_ONLY}>
    {icon}
  </Button>
)

const ICON_ONLY = { minWidth: 44, px: 0, '& svg': { fontSize: 20 } } as const

/** Phones and some desktops, on pages served by https or localhost. */
const canShare = (): boolean => typeof navigator.share === 'function'
