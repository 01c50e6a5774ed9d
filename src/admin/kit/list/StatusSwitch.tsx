import { useRecordContext, useResourceContext } from 'ra-core'
import { useMay } from '../../api/session/use-may.ts'
import { ToggleSwitch } from '../display/ToggleSwitch.tsx'
import { useToggle } from './use-toggle.ts'

interface StatusSwitchProps {
  source: string
  titleSource?: string
}

/** The switch of a row's active flag. */
export const StatusSwitch = ({ source, titleSource = 'title' }: StatusSwitchProps) => {
  const resource = useResourceContext() ?? ''
  const record = useRecordContext()
  const toggle = useToggle(source)
  const mayModify = useMay('modify', resource)
  if (record === undefined) return null
  return (
    <ToggleSwitch
      checked={record[source] === true}
      label={`Activo: ${record[titleSource] ?? ''}`}
      disabled={!mayModify}
      onToggle={(value) => toggle(record, value)}
    />
  )
}
