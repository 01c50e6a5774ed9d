import type { RaRecord } from 'ra-core'
import { formatCount } from '../../../domain/format/numbers.ts'
import { AudienceTags } from '../display/AudienceTags.tsx'
import { dayText, momentText } from '../display/dates.ts'
import { Thumbnail } from '../display/Thumbnail.tsx'
import { Column, type ColumnProps } from './Column.tsx'
import { RowLink } from './RowLink.tsx'
import { StatusSwitch } from './StatusSwitch.tsx'

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
