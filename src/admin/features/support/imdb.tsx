import OpenIcon from '@mui/icons-material/OpenInNew'
import Link from '@mui/material/Link'
import type { ReactNode } from 'react'
import { stopPropagation } from '../../kit/display/display.tsx'
import { DropDownExternalLink } from '../../kit/page/DropDown.tsx'

interface ImdbLinkProps {
  imdbId: unknown
  /** Title of the content, for the accessible name. */
  title: unknown
}

/** URL and label of the content's page in the film database; undefined without a valid id. */
const imdbPage = ({ imdbId, title }: ImdbLinkProps): { href: string; name: string } | undefined => {
  const code = typeof imdbId === 'string' ? imdbId.trim() : ''
  if (!/^tt\d+$/.test(code)) return undefined
  return {
    href: `https://www.imdb.com/title/${code}/`,
    name: `IMDb: ${String(title || code)} (se abre en otra pestaña)`,
  }
}

export const ImdbLink = (props: ImdbLinkProps) => {
  const page = imdbPage(props)
  if (page === undefined) return null
  return (
    <Link
      href={page.href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={page.name}
      onClick={stopPropagation}
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, whiteSpace: 'nowrap', py: '3px' }}
    >
      IMDb <OpenIcon sx={{ fontSize: 14 }} />
    </Link>
  )
}

/** Menu item with the link to a content's page in the film database, if it has one. */
export const imdbEntry = (content: Parameters<typeof imdbPage>[0]): ReactNode => {
  const page = imdbPage(content)
  return page && <DropDownExternalLink {...page}>IMDb</DropDownExternalLink>
}
