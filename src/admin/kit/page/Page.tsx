import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import type { ReactNode } from 'react'

/** As high as its buttons, which can load later than the title, so that nothing below moves. */
const HEADER = {
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: 1.5,
  minHeight: 39,
  mb: 1.75,
} as const

export const PageHeader = ({ title, children }: { title: string; children?: ReactNode }) => (
  <Box sx={HEADER}>
    <PageTitle title={title} />
    {children}
  </Box>
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
