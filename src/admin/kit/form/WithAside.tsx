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

/** Sections with a narrower side column; stacked below 900 px. */
export const WithAside = ({ children, aside }: { children: ReactNode; aside: ReactNode }) => (
  <Box
    sx={{
      display: 'grid',
      gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 320px' },
      columnGap: 2,
      alignItems: 'start',
    }}
  >
    <div>{children}</div>
    <div>{aside}</div>
  </Box>
)
