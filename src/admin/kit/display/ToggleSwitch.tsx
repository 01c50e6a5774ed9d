import { PillSwitch } from './PillSwitch.tsx'

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
