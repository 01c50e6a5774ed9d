import Box from '@mui/material/Box'
import { PageTitle } from '../../kit/page/Page.tsx'
import { FactorsSection } from './FactorsSection.tsx'
import { SessionsSection } from './SessionsSection.tsx'

/** The security of one's own account (Seguridad de la cuenta). */
export const SecurityScreen = () => (
  <Box sx={{ maxWidth: 760, mx: 'auto', display: 'grid', gap: 2 }}>
    <PageTitle title="Seguridad de la cuenta" />
    <FactorsSection />
    <SessionsSection />
  </Box>
)
