import {
  isDue,
  type Licence,
  licenceOf,
  licenceSentence,
  licenceTerm,
  licenceText,
  NO_LICENCE,
} from '../../../domain/credits/licence.ts'
import { serviceZone } from '../../api/me.ts'
import { momentText } from './dates.ts'
import { Tag } from './display.tsx'

/** How a licence stands now; `dateExpire`: as in the API. */
export const licenceNow = (dateExpire: string | null): Licence =>
  licenceOf(dateExpire, new Date(), serviceZone())

const TONES = { running: 'yellow', ended: 'red' } as const

interface LicenceProps {
  dateExpire: string | null
}

/** The day of a licence's expiry, yellow if it ends soon; of one that has ended, in red, how long ago. */
export const LicenceDay = ({ dateExpire }: LicenceProps) => {
  const licence = licenceNow(dateExpire)
  if (licence.state === 'none') return NO_LICENCE
  const title = `${licenceSentence(licence)}: ${momentText(dateExpire)}`
  if (!isDue(licence)) return <span title={title}>{licence.day}</span>
  return (
    <Tag tone={TONES[licence.state]} title={title}>
      {licence.state === 'ended' ? licenceTerm(licence) : licence.day}
    </Tag>
  )
}

/** The moment of a licence's expiry, and the days to or since it if it ends soon or has ended. */
export const LicenceMoment = ({ dateExpire }: LicenceProps) => {
  const licence = licenceNow(dateExpire)
  if (licence.state === 'none') return NO_LICENCE
  return (
    <>
      {momentText(dateExpire)}
      {isDue(licence) ? (
        <>
          {' '}
          <Tag tone={TONES[licence.state]}>{licenceTerm(licence)}</Tag>
        </>
      ) : null}
    </>
  )
}

/** How a licence stands, as a short text that needs no label, in the same colours. */
export const LicenceState = ({ dateExpire }: LicenceProps) => {
  const licence = licenceNow(dateExpire)
  return licence.state !== 'none' && isDue(licence) ? (
    <Tag tone={TONES[licence.state]} title={momentText(dateExpire)}>
      {licenceSentence(licence)}
    </Tag>
  ) : (
    licenceText(licence)
  )
}

/** How a licence stands, in colour: also green while it runs. */
export const LicenceTag = ({ dateExpire }: LicenceProps) => {
  const licence = licenceNow(dateExpire)
  const tone = licence.state === 'none' ? undefined : isDue(licence) ? TONES[licence.state] : 'green'
  return (
    <Tag tone={tone} title={momentText(dateExpire)}>
      {licenceText(licence)}
    </Tag>
  )
}
