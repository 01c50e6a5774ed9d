import OpenIcon from '@mui/icons-material/OpenInNew'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Switch from '@mui/material/Switch'
import { styled } from '@mui/material/styles'
import type { ReactNode, SyntheticEvent } from 'react'

/** A small quiet label: a quality, a language, a state. */
export const Tag = ({ children, title }: { children: ReactNode; title?: string }) => (
  <Box
    component="span"
    title={title}
    sx={{
      display: 'inline-block',
      bgcolor: 'var(--chip)',
      color: 'text.secondary',
      borderRadius: '6px',
      px: '7px',
      py: '1px',
      fontSize: 12,
      fontWeight: 600,
      whiteSpace: 'nowrap',
    }}
  >
    {children}
  </Box>
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
  <PillSwitch
    checked={checked}
    disabled={disabled}
    onChange={(_, next) => onToggle(next)}
    onClick={(event) => event.stopPropagation()}
    slotProps={{ input: { 'aria-label': label, role: 'switch' } }}
  />
)

/** The product's switch: a pill of 34 × 20 inside a target of 40 × 28. */
export const PillSwitch = styled(Switch)(({ theme }) => ({
  width: 40,
  height: 28,
  padding: '4px 3px',
  '& .MuiSwitch-switchBase': {
    padding: 6,
    '&.Mui-checked': {
      transform: 'translateX(12px)',
      '& .MuiSwitch-thumb': { color: theme.palette.success.contrastText },
      '& + .MuiSwitch-track': { backgroundColor: theme.palette.success.main, opacity: 1 },
    },
    '&.Mui-disabled': { color: theme.palette.background.paper },
    '&.Mui-disabled + .MuiSwitch-track': { opacity: 0.5 },
    '&.Mui-focusVisible': { outline: 'none' },
    '&.Mui-focusVisible + .MuiSwitch-track': {
      outline: `2px solid ${theme.palette.primary.main}`,
      outlineOffset: 2,
    },
  },
  '& .MuiSwitch-thumb': { width: 16, height: 16, boxShadow: 'none', color: theme.palette.common.white },
  '& .MuiSwitch-track': { borderRadius: 99, backgroundColor: 'var(--field)', opacity: 1 },
}))
