import Box from '@mui/material/Box'
import { type ReactNode, Suspense } from 'react'
import { lazy } from '../../api/connection.ts'
import { useHasField } from '../inputs/form-kit.tsx'

const PublicationSection = lazy(async () => ({
  default: (await import('./PublicationSection.tsx')).PublicationSection,
}))

/** Sections with a narrower side column, which ends with the publication dates, if any; stacked below 900 px. */
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
    <div>
      {aside}
      {useHasField('datePublish') ? (
        <Suspense fallback={null}>
          <PublicationSection />
        </Suspense>
      ) : null}
    </div>
  </Box>
)
