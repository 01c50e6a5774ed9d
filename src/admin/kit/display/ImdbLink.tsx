import OpenIcon from '@mui/icons-material/OpenInNew'
import Link from '@mui/material/Link'
import type { SyntheticEvent } from 'react'

const stop = (event: SyntheticEvent): void => event.stopPropagation()

interface ImdbLinkProps {
  imdbId: unknown
  /** What the page is about, for who does not see it. */
  title: unknown
}

/** The way to the content's page in the external film database; nothing without a code of its kind. */
export const ImdbLink = ({ imdbId, title }: ImdbLinkProps) => {
  const code = typeof imdbId === 'string' ? imdbId.trim() : ''
  if (!/^tt\d+$/.test(code)) return null
  return (
    <Link
      href={`https://www.imdb.com/title/${code}/`}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`IMDb: ${String(title || code)} (se abre en otra pestaña)`}
      onClick={stop}
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, whiteSpace: 'nowrap', py: '3px' }}
    >
      IMDb <OpenIcon sx={{ fontSize: 14 }} />
    </Link>
  )
}
