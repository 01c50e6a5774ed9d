import LinearProgress from '@mui/material/LinearProgress'
import type { ReactNode } from 'react'

export const PageHeader = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className="page-header">
    <PageTitle title={title} />
    {children}
  </div>
)

/** A page's one heading, an `h1`, and the title of the browser's tab. */
export const PageTitle = ({ title }: { title: string }) => (
  <>
    <title>{`${title} · Cartelera`}</title>
    <h1 className="page-title">{title}</h1>
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
