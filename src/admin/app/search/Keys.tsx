import styles from './Keys.module.css'

/** Label of the modifier key: ⌘ on a Mac, otherwise Ctrl. */
export const COMMAND: string = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'

export const Keys = ({ keys }: { keys: readonly string[] }) => (
  <span className={styles.keys}>
    {keys.map((key) => (
      <kbd key={key}>{key}</kbd>
    ))}
  </span>
)
