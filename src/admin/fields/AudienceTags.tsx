import type { RaRecord } from 'ra-core'
import { Tag } from './Tag.tsx'

/** For whom a channel or a channel list is. */
export const AudienceTags = ({ record }: { record: RaRecord }) => (
  <>
    {record.isAdult === true ? <Tag>Adultos</Tag> : null} {record.children === true ? <Tag>Niños</Tag> : null}
  </>
)
