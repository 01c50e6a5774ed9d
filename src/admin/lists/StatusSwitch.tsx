import {
  type RaRecord,
  useCanAccess,
  useNotify,
  useRecordContext,
  useResourceContext,
  useUpdate,
} from 'ra-core'
import { useCallback } from 'react'
import { ToggleSwitch } from '../fields/ToggleSwitch.tsx'

/** Changes one field of a row at once, and takes it back with the server's words if it says no. */
export const useToggle = (source: string): ((record: RaRecord, value: unknown) => void) => {
  const resource = useResourceContext() ?? ''
  const notify = useNotify()
  const [update] = useUpdate()
  return useCallback(
    (record, value) => {
      update(
        resource,
        { id: record.id, data: { [source]: value }, previousData: record, meta: { unstamped: true } },
        {
          mutationMode: 'optimistic',
          onError: (error) => notify(error instanceof Error ? error.message : '', { type: 'error' }),
        },
      )
    },
    [resource, source, update, notify],
  )
}

interface StatusSwitchProps {
  source: string
  titleSource?: string
}

/** The switch of a row's active flag. */
export const StatusSwitch = ({ source, titleSource = 'title' }: StatusSwitchProps) => {
  const resource = useResourceContext() ?? ''
  const record = useRecordContext()
  const toggle = useToggle(source)
  const { canAccess } = useCanAccess({ resource, action: 'modify' })
  if (record === undefined) return null
  return (
    <ToggleSwitch
      checked={record[source] === true}
      label={`Activo: ${record[titleSource] ?? ''}`}
      disabled={canAccess !== true}
      onToggle={(value) => toggle(record, value)}
    />
  )
}
