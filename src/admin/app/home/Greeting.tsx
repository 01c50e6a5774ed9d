import { partsOf } from '../../../domain/format/dates.ts'
import { periodInWords } from '../../../domain/format/series.ts'
import { type Me, serviceZone } from '../../api/me.ts'
import { today } from '../../kit/display/dates.ts'

/** By the service's clock, like the figures. */
const greeting = (): string => {
  const { hour } = partsOf(new Date(), serviceZone())
  if (hour >= 5 && hour < 12) return 'Buenos días'
  return hour >= 12 && hour < 19 ? 'Buenas tardes' : 'Buenas noches'
}

export const Greeting = ({ me }: { me: Me }) => (
  <div className="greeting">
    <p>
      {greeting()}, {me.fullName}
    </p>
    <small>{periodInWords(today())}</small>
  </div>
)
