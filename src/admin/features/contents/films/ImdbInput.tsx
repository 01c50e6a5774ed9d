import Box from '@mui/material/Box'
import { useWatch } from 'react-hook-form'
import { ImdbLink } from '../../../kit/display/ImdbLink.tsx'
import { TextInput } from '../../../kit/inputs/TextInput.tsx'
import { DuplicateGuard } from './DuplicateGuard.tsx'

/** The content's code in the external film database, and the way to its page there. */
export const ImdbInput = () => {
  const [imdbId, title]: unknown[] = useWatch({ name: ['imdbId', 'title'] })
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, alignItems: 'center' }}>
      <Box sx={{ flex: '1 1 140px' }}>
        <TextInput source="imdbId" placeholder="tt1234567" />
      </Box>
      <Box sx={{ mt: '24px', '&:empty': { display: 'none' } }}>
        <ImdbLink imdbId={imdbId} title={title} />
      </Box>
      <DuplicateGuard />
    </Box>
  )
}
