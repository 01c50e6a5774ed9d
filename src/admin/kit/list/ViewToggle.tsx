import Box from '@mui/material/Box'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useNavigate } from 'ra-core'
import { useId } from 'react'
import { useRealLocation } from '../../api/router.tsx'
import type { FilterOption } from './filters.tsx'

interface OwnChoiceProps {
  /** The parameter's name in the address. */
  name: string
  label: string
  /** The choices; the one whose value is '' stands without the parameter. */
  options: readonly FilterOption[]
  /** Other parameters that go with a change. */
  without?: readonly string[]
}

/** A few views of a list side by side, one of them chosen by the address. */
export const OwnChoice = ({ name, label, options, without }: OwnChoiceProps) => {
  const asked = useOwnParameter(name)
  const set = useSetOwnParameter()
  const id = useId()
  const value = options.some((option) => option.value === asked) ? asked : ''
  return (
    <Box sx={{ flex: { xs: '1 1 100%', sm: '0 0 auto' } }}>
      <Box
        id={id}
        sx={{ fontSize: 12, fontWeight: 600, lineHeight: 1.4, color: 'text.secondary', mb: '4px' }}
      >
        {label}
      </Box>
      <ToggleButtonGroup
        exclusive
        color="primary"
        value={value}
        aria-labelledby={id}
        // The chosen one pressed again gives null: it stays.
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

/** A parameter of the address that is the screen's own, beside those of its list; '' without it. */
export const useOwnParameter = (name: string): string =>
  new URLSearchParams(useRealLocation().search).get(name) ?? ''

/**
 * Goes to another value of one of the screen's own parameters ('' takes it out of the address), on the first page;
 * `without` names others that make no sense beside the new value.
 */
export const useSetOwnParameter = (): ((
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
