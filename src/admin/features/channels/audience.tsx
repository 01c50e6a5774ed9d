import type { RaRecord } from 'react-admin'
import { Tag } from '../../kit/display/display.tsx'
import type { Column } from '../../kit/list/columns.tsx'

/** A column with the audience of a record, if restricted. */
export const AUDIENCE_COLUMN: Column = {
  source: 'isAdult',
  label: 'Público',
  firstOrder: 'DESC',
  render: (record) => <AudienceTags record={record} />,
}

/** Audience tags of a channel or a channel list, if restricted. */
const AudienceTags = ({ record }: { record: RaRecord }) => {
  const isAdult = record.isAdult === true
  const isForChildren = record.children === true
  if (!isAdult && !isForChildren) return null
  return (
    <span style={{ display: 'inline-flex', gap: 4 }}>
      {isAdult ? <Tag>Adultos</Tag> : null}
      {isForChildren ? <Tag>Niños</Tag> : null}
    </span>
  )
}
