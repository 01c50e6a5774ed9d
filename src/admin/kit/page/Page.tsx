import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import type { ReactNode } from 'react'

/** As high as its buttons, which may come later than the title: what stands below must not move then. */
const HEADER = {
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: 1.5,
  minHeight: 39,
  mb: 1.75,
} as const

/** The line at the top of a page: its title, and what belongs to the whole page. */
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

/** A page that is on its way. */
export const Loading = () => (
  <div role="status">
    <LinearProgress aria-label="Cargando" sx={{ borderRadius: 99 }} />
  </div>
)

/** The message after a save and how long it stays (rule W15). */
export const SAVED = 'Los datos fueron guardados.'
export const SAVED_FOR_MS = 1500
/** The same where the message offers what comes next: long enough to be read and pressed. */
export const OFFERED_FOR_MS = 10_000
export const DELETED = 'El registro fue eliminado.'
