import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { LinkBase, type RaRecord, useCreatePath, useRecordContext, useResourceContext } from 'ra-core'
import type { ReactNode, SyntheticEvent } from 'react'
import { formatCount } from '../../../domain/format/text.ts'
import { useCan } from '../../api/session/use-can.ts'
import { dayText, momentText } from '../display/dates.ts'
import { Tag } from '../display/Tag.tsx'
import { Thumbnail } from '../display/Thumbnail.tsx'
import { ToggleSwitch } from '../display/ToggleSwitch.tsx'
import { Column, type ColumnProps } from './Column.tsx'
import { useToggle } from './use-toggle.ts'

type Special = Omit<ColumnProps, 'render'>

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The column whose text opens the record, for the keyboard too. */
export const LinkColumn = (props: Special) => (
  <Column
    onPhone="title"
    {...props}
    render={(record: RaRecord) => <RowLink>{text(record[props.source]) || '—'}</RowLink>}
  />
)

/** A column of counts: to the right, with thousands. */
export const CountColumn = (props: Special) => (
  <Column
    align="right"
    firstOrder="DESC"
    {...props}
    render={(record: RaRecord) =>
      typeof record[props.source] === 'number' ? formatCount(record[props.source]) : null
    }
  />
)

/** A column of days, DD/MM/YYYY. */
export const DayColumn = (props: Special) => (
  <Column firstOrder="DESC" {...props} render={(record: RaRecord) => dayText(text(record[props.source]))} />
)

/** A column of instants, DD/MM/YYYY hh:mm:ss am/pm, in one line. */
export const MomentColumn = (props: Special) => (
  <Column
    firstOrder="DESC"
    {...props}
    render={(record: RaRecord) => (
      <span style={{ whiteSpace: 'nowrap' }}>{momentText(text(record[props.source]))}</span>
    )}
  />
)

/** A column of covers; `titleSource` names what they show. */
export const CoverColumn = ({ titleSource = 'title', ...props }: Special & { titleSource?: string }) => (
  <Column
    disableSort
    onPhone="picture"
    {...props}
    render={(record: RaRecord) => (
      <Thumbnail src={text(record[props.source])} alt={text(record[titleSource])} />
    )}
  />
)

/** A column of logos; `titleSource` names whose they are. */
export const LogoColumn = ({ titleSource = 'title', ...props }: Special & { titleSource?: string }) => (
  <Column
    disableSort
    onPhone="picture"
    {...props}
    render={(record: RaRecord) => (
      <Thumbnail
        src={text(record[props.source])}
        alt={text(record[titleSource])}
        width={40}
        ratio="16 / 9"
        fit="contain"
      />
    )}
  />
)

/** For whom a row is, where it is not for everybody. */
export const AudienceColumn = () => (
  <Column
    source="isAdult"
    label="Público"
    firstOrder="DESC"
    render={(record: RaRecord) => <AudienceTags record={record} />}
  />
)

/** A column of switches that change the field on the spot; `titleSource` names the record. */
export const StatusColumn = ({ titleSource = 'title', ...props }: Special & { titleSource?: string }) => (
  <Column {...props} render={() => <StatusSwitch source={props.source} titleSource={titleSource} />} />
)

/** Opens the row's record; plain text for who may not. */
export const RowLink = ({ children }: { children: ReactNode }) => {
  const resource = useResourceContext() ?? ''
  const record = useRecordContext()
  const createPath = useCreatePath()
  const canOpen = useCan('edit', resource)
  if (record === undefined || !canOpen) return <strong>{children}</strong>
  return <TitleLink to={createPath({ resource, type: 'edit', id: record.id })}>{children}</TitleLink>
}

const stop = (event: SyntheticEvent): void => event.stopPropagation()

/** A title in a row that opens something; what is too long for its cell ends in dots. */
export const TitleLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link
    component={LinkBase}
    to={to}
    onClick={stop}
    sx={{
      display: 'block',
      width: 'fit-content',
      maxWidth: 1,
      py: '3px',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
    }}
  >
    {children}
  </Link>
)

interface StatusSwitchProps {
  source: string
  titleSource?: string
}

/** The switch of a row's active flag. */
export const StatusSwitch = ({ source, titleSource = 'title' }: StatusSwitchProps) => {
  const resource = useResourceContext() ?? ''
  const record = useRecordContext()
  const toggle = useToggle(source)
  const canModify = useCan('modify', resource)
  if (record === undefined) return null
  return (
    <ToggleSwitch
      checked={record[source] === true}
      label={`Activo: ${record[titleSource] ?? ''}`}
      disabled={!canModify}
      onToggle={(value) => toggle(record, value)}
    />
  )
}

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
