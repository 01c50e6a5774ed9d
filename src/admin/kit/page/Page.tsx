import LinearProgress from '@mui/material/LinearProgress'
import type { ReactNode } from 'react'

export const PageHeader = ({ children, ...heading }: PageTitleProps & { children?: ReactNode }) => (
  <div className="page-header">
    <PageTitle {...heading} />
    {children}
  </div>
)

interface PageTitleProps {
  title: string
  /** What the record is called that the page is about, which stands before the title. */
  name?: string | undefined
}

/** A page's one heading, an `h1`, and the title of the browser's tab. A long name ends in dots, on a phone after two lines; the title is always seen. */
export const PageTitle = ({ title, name }: PageTitleProps) => (
  <>
    <title>{`${name ? `${name} · ` : ''}${title} · Cartelera`}</title>
    {name ? (
      <h1 className="page-title named-title" tabIndex={-1} title={name}>
        <span>{name}</span>
        <span> · </span>
        <span>{title}</span>
      </h1>
    ) : (
      <h1 className="page-title" tabIndex={-1}>
        {title}
      </h1>
    )}
  </>
)

export const Loading = () => (
  <div role="status">
    <LinearProgress aria-label="Cargando" sx={{ borderRadius: 99 }} />
  </div>
)

/** Known before the code of their screens. */
export const USERS_HEADING = 'CONSULTA DE USUARIOS'
export const BALANCE_HEADING = 'CONSULTA DE MOVIMIENTOS CRÉDITOS'

/** The message after a save and how long it stays (rule W15). */
export const SAVED = 'Los datos fueron guardados.'
export const SAVED_FOR_MS = 1500
/** The same where the message offers what comes next: long enough to be read and pressed. */
export const OFFERED_FOR_MS = 10_000
export const DELETED = 'El registro fue eliminado.'
export const RESTORED = 'El registro fue restaurado.'
