import LinearProgress from '@mui/material/LinearProgress'
import type { ReactNode } from 'react'
import { WHOM_TO_ASK } from '../../../domain/access/whom-to-ask.ts'
import { ApiError } from '../../api/http.ts'
import styles from './Page.module.css'

export const PageHeader = ({ children, ...heading }: PageTitleProps & { children?: ReactNode }) => (
  <div className={styles.header}>
    <PageTitle {...heading} />
    {children}
  </div>
)

interface PageTitleProps {
  title: string
  /** Name of the record that the page is about, shown before the title. */
  name?: string | undefined
}

/**
 * The page's only `h1`, and the title of the browser tab. A long name is truncated, on a phone after two lines; the
 * title is always visible.
 */
export const PageTitle = ({ title, name }: PageTitleProps) => (
  <>
    <title>{`${name ? `${name} · ` : ''}${title} · Cartelera`}</title>
    {name ? (
      <h1 className={`${styles.title} ${styles.named}`} tabIndex={-1} title={name}>
        <span>{name}</span>
        <span> · </span>
        <span>{title}</span>
      </h1>
    ) : (
      <h1 className={styles.title} tabIndex={-1}>
        {title}
      </h1>
    )}
  </>
)

/** Why a page could not be loaded; for a missing permission, also who can grant it. */
export const pageErrorText = (error: unknown, fallback: string): string => {
  if (!(error instanceof Error)) return fallback
  return error instanceof ApiError && error.status === 403 ? `${error.message} ${WHOM_TO_ASK}` : error.message
}

export const Loading = () => (
  <div role="status">
    <LinearProgress aria-label="Cargando" sx={{ borderRadius: 99 }} />
  </div>
)

/** The message after a save and its duration (rule W15). */
export const SAVED = 'Los datos fueron guardados.'
export const SAVED_FOR_MS = 1500
/** Duration of a message with an action: long enough to read and press it. */
export const OFFERED_FOR_MS = 10_000
export const DELETED = 'El registro fue eliminado.'
export const RESTORED = 'El registro fue restaurado.'
