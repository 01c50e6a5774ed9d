import Box from '@mui/material/Box'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useId } from 'react'
import { useNavigate } from 'react-admin'
import { useRealLocation } from '../../api/router.tsx'
import type { FilterOption } from './filters.tsx'

interface ViewToggleProps {
  name: string
  label: string
  /** The option with value '' removes the parameter. */
  options: readonly FilterOption[]
  /** Other parameters that a change removes. */
  without?: readonly string[]
  /** The label is only for screen readers, if the options are self-explanatory. */
  isBare?: boolean
}

/** Switches between views of a list; the choice is stored in the URL. */
export const ViewToggle = ({ name, label, options, without, isBare = false }: ViewToggleProps) => {
  const requested = useQueryParameter(name)
  const set = useSetQueryParameter()
  const id = useId()
  const value = options.some((option) => option.value === requested) ? requested : ''
  return (
    <Box sx={{ flex: { xs: '1 1 100%', sm: '0 0 auto' } }}>
      <Box
        id={id}
        className={isBare ? 'unseen' : undefined}
        sx={{ fontSize: 12, fontWeight: 600, lineHeight: 1.4, color: 'text.secondary', mb: '4px' }}
      >
        {label}
      </Box>
      <ToggleButtonGroup
        exclusive
        color="primary"
        value={value}
        aria-labelledby={id}
        // Pressing the chosen one gives null: keeps it.
        onChange={(_, next: string | null) => next === null || set(name, next, without)}
        sx={{ width: { xs: 1, sm: 'auto' } }}
      >
        {options.map((option) => (
          <ToggleButton
            key={option.value}
            value={option.value}
            sx={{
              height: { xs: 44, sm: 37 },
              px: 1.5,
              flex: { xs: 1, sm: 'none' },
              textTransform: 'none',
              color: 'text.primary',
              borderColor: 'var(--field)',
            }}
          >
            {option.label}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </Box>
  )
}

/** A query parameter of the screen, besides the list's own; '' if missing. */
export const useQueryParameter = (name: string): string =>
  new URLSearchParams(useRealLocation().search).get(name) ?? ''

/**
 * Sets a query parameter of the screen ('' removes it) and goes to the first page; `without`: parameters to remove, as
 * they don't apply to the new value.
 */
export const useSetQueryParameter = (): ((
  name: string,
  value: string,
  without?: readonly string[],
) => void) => {
  const navigate = useNavigate()
  const { pathname, search } = useRealLocation()
  return (name, value, without = []) => {
    const query = new URLSearchParams(search)
    for (const each of ['page', ...without]) query.delete(each)
    if (value === '') query.delete(name)
    else query.set(name, value)
    navigate({ pathname, search: query.size === 0 ? '' : `?${query}` })
  }
}
