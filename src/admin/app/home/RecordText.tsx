import type { ReactNode } from 'react'
import { LinkBase } from 'react-admin'
import styles from './RecordText.module.css'

interface RecordTextProps {
  name: string
  detail: ReactNode
  to?: string | undefined
}

/** A record's name above a detail, each truncated to its line; linked if it has a path. */
export const RecordText = ({ name, detail, to }: RecordTextProps) => {
  const text = (
    <>
      <b title={name}>{name}</b>
      <small>{detail}</small>
    </>
  )
  return to === undefined ? (
    <span className={styles.record}>{text}</span>
  ) : (
    <LinkBase className={styles.record} to={to}>
      {text}
    </LinkBase>
  )
}
