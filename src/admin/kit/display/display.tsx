import OpenIcon from '@mui/icons-material/OpenInNew'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import type { ReactNode, SyntheticEvent } from 'react'

/** A small quiet label: a quality, a language, a state. */
export const Tag = ({ children, title }: { children: ReactNode; title?: string }) => (
  <span className="tag" title={title}>
    {children}
  </span>
)

export type Description = readonly [term: string, value: ReactNode]

/** Terms and what is said of each. */
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

interface ToggleSwitchProps {
  checked: boolean
  /** What is switched, for who does not see the row. */
  label: string
  onToggle: (checked: boolean) => void
  disabled?: boolean
}

/** A small switch of a row. */
export const ToggleSwitch = ({ checked, label, onToggle, disabled = false }: ToggleSwitchProps) => (
  <input
    type="checkbox"
    // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says by itself whether it is checked.
    role="switch"
    className="toggle-switch"
    aria-label={label}
    checked={checked}
    disabled={disabled}
    onChange={({ target }) => onToggle(target.checked)}
    onClick={(event) => event.stopPropagation()}
  />
)
