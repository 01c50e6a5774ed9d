import { LinkBase } from 'react-admin'
import styles from './RankBars.module.css'
import { ShareBar } from './ShareBar.tsx'

interface Rank {
  id: string
  name: string
  /** Secondary text below the name. */
  detail?: string
  value: number
  /** The value is an estimate. */
  approximate?: boolean | undefined
  /** Link to the list of the counted records. */
  to?: string | undefined
}

interface RankBarsProps {
  title: string
  /** The names are titles or persons, which browsers must not translate. */
  areNames?: boolean
  ranks: readonly Rank[]
  format: (value: number, rank: Rank) => string
}

/** Minimum sum for bars: for 2, 2 and 1 they would add nothing to the numbers (rule Q16). */
const MIN_SUM_FOR_BARS = 10

/** Values by name in descending order, each with a proportional bar: a list without axis. */
export const RankBars = ({ title, areNames = false, ranks, format }: RankBarsProps) => {
  const greatest = Math.max(1, ...ranks.map(({ value }) => value))
  const hasBars = ranks.reduce((sum, { value }) => sum + value, 0) >= MIN_SUM_FOR_BARS
  return (
    <div style={{ minWidth: 0 }}>
      <p className={styles.title}>{title}</p>
      <ul className={styles.ranks} aria-label={title}>
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
  rank,
  isName,
  share,
  format,
}: {
  rank: Rank
  isName: boolean
  /** Share of the greatest value; undefined without a bar. */
  share: number | undefined
  format: RankBarsProps['format']
}) => {
  const { name, detail, value, to } = rank
  const content = (
    <>
      <span className={styles.name} title={name} translate={isName ? 'no' : undefined}>
        {name}
      </span>
      <strong>{format(value, rank)}</strong>
      {detail === undefined ? null : <span className={styles.detail}>{detail}</span>}
      {share === undefined ? null : <ShareBar share={share} />}
    </>
  )
  return to === undefined ? (
    <span className={styles.rank}>{content}</span>
  ) : (
    <LinkBase className={styles.rank} to={to}>
      {content}
    </LinkBase>
  )
}
