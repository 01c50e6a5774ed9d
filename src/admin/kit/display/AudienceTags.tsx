import Box from '@mui/material/Box'
import type { RaRecord } from 'ra-core'
import { Tag } from './Tag.tsx'

/** For whom a channel or a channel list is, where it is not for everybody. */
export const AudienceTags = ({ record }: { record: RaRecord }) => {
  const isAdult = record.isAdult === true
  const isForChildren = record.children === true
  if (!isAdult && !isForChildren) return null
  return (
    <Box component="span" sx={{ display: 'inline-flex', gap: 0.5 }}>
      {isAdult ? <Tag>Adultos</Tag> : null}
      {isForChildren ? <Tag>Niños</Tag> : null}
    </Box>
  )
}
