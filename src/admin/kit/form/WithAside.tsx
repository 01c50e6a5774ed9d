import Box from '@mui/material/Box'
import { type ReactNode, Suspense } from 'react'
import { lazy } from '../../api/connection.ts'

const LazyPublicationSection = lazy(async () => ({
  default: (await import('./PublicationSection.tsx')).PublicationSection,
}))

/** The publication dates, at the end of the side column. Loaded after the form. */
export const PublicationSection = () => (
  <Suspense fallback={null}>
    <LazyPublicationSection />
  </Suspense>
)

interface WithAsideProps {
  children: ReactNode
  aside: ReactNode
  /** Above the side column; on a phone, above the sections. */
  lead?: ReactNode
}

/** Sections with a narrower side column; stacked below 900 px. */
export const WithAside = ({ children, aside, lead }: WithAsideProps) => (
  <Box
    sx={{
      display: 'grid',
      gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 320px' },
      gridTemplateRows: { md: 'auto 1fr' },
      columnGap: 2,
      alignItems: 'start',
    }}
  >
    <Box sx={{ gridRow: { md: 'span 2' } }}>{children}</Box>
    {lead === undefined ? null : <Box sx={{ order: { xs: -1, sm: 0 } }}>{lead}</Box>}
    <Box sx={{ gridRow: { md: lead === undefined ? 'span 2' : 'auto' } }}>{aside}</Box>
  </Box>
)
