import { LinkBase } from 'ra-core'
import './charts.css'

interface Rank {
  id: string
  name: string
  /** Below the name, of less weight. */
  detail?: string
  value: number
  /** The list of what is counted. */
  to?: string | undefined
}

interface RankBarsProps {
  title: string
  /** Its names are titles of contents or names of people, which are not translated. */
  areNames?: boolean
  ranks: readonly Rank[]
  format: (value: number) => string
}

/** The least sum that has bars: those of 2, 2 and 1 would say no more than the numbers (rule Q16). */
const LEAST_FOR_BARS = 10

/** Values by name, the greatest first, each with a bar in proportion: a list, which needs no axis. */
export const RankBars = ({ title, areNames = false, ranks, format }: RankBarsProps) => {
  const greatest = Math.max(1, ...ranks.map(({ value }) => value))
  const hasBars = ranks.reduce((sum, { value }) => sum + value, 0) >= LEAST_FOR_BARS
  return (
    <div className="chart">
      <p className="chart-head chart-title">{title}</p>
      <ul className="ranks" aria-label={title}>
        {ranks.map((rank) => (
          <li key={rank.id}>
            <RankRow
              rank={rank}
              isName={areNames}
              share={hasBars ? rank.value / greatest : undefined}
              format={format}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

const RankRow = ({
  rank: { name, detail, value, to },
  isName,
  share,
  format,
}: {
  rank: Rank
  isName: boolean
  /** Of the greatest value; undefined without a bar. */
  share: number | undefined
  format: (value: number) => string
}) => {
  const content = (
    <>
      <span className="rank-name" title={name} translate={isName ? 'no' : undefined}>
        {name}
      </span>
      <strong>{format(value)}</strong>
      {detail === undefined ? null : <span className="rank-detail">{detail}</span>}
      {share === undefined ? null : (
        <span className="rank-track" aria-hidden="true">
          <i style={{ width: value > 0 ? `max(3px, ${share * 100}%)` : 0 }} />
        </span>
      )}
    </>
  )
  return to === undefined ? (
    <span className="rank">{content}</span>
  ) : (
    <LinkBase className="rank" to={to}>
      {content}
    </LinkBase>
  )
}
