import styles from './ShareBar.module.css'

/** A bar below a row of numbers, as long as the row's share of the longest; in a link it darkens on hover. */
export const ShareBar = ({ share }: { share: number }) => (
  <span className={styles.track} aria-hidden="true">
    <i style={{ width: share > 0 ? `max(3px, ${share * 100}%)` : 0 }} />
  </span>
)
