import Switch from '@mui/material/Switch'
import { styled } from '@mui/material/styles'

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
