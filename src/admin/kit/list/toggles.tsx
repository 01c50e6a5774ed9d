import { type RaRecord, useRecordContext } from 'ra-core'
import { useCallback } from 'react'
import { ToggleSwitch } from '../display/display.tsx'
import { declaring, type Titled } from './columns.tsx'
import { useTable } from './table-state.ts'

/** A column of switches that save immediately; `titleSource`: field with the record's name. */
export const StatusColumn = declaring(({ titleSource = 'title', ...props }: Titled) => ({
  onPhone: 'action',
  ...props,
  render: () => <StatusSwitch source={props.source} titleSource={titleSource} />,
}))

interface StatusSwitchProps {
  source: string
  titleSource: string
}

const StatusSwitch = ({ source, titleSource }: StatusSwitchProps) => {
  const record = useRecordContext()
  const { canModify, nameOf, change } = useTable()
  if (record === undefined) return null
  return (
    <ToggleSwitch
      checked={record[source] === true}
      label={`${nameOf(source)}: ${record[titleSource] ?? ''}`}
      disabled={!canModify}
      onToggle={(value) => change(record, source, value)}
    />
  )
}

/**
 * Optimistically changes a field of a row, and reverts it with the server's message on failure. Doesn't refetch the
 * list, whose order could move the row away. Resolves to whether it was saved.
 */
export const useToggle = (source: string): ((record: RaRecord, value: unknown) => Promise<boolean>) => {
  const { change } = useTable()
  return useCallback((record, value) => change(record, source, value), [change, source])
}
