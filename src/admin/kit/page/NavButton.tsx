import type { ComponentProps } from 'react'
import styles from './NavButton.module.css'

/** A button of the navbar that looks like a field. */
export const NavButton = (props: ComponentProps<'button'>) => (
  <button type="button" className={styles.button} {...props} />
)
