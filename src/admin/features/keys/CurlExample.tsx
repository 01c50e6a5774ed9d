import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { API_URL } from '../../api/http.ts'

/** How a program sends its key. */
export const CurlExample = () => (
  <>
    <Box
      component="code"
      sx={{
        display: 'block',
        p: 1.5,
        borderRadius: '8px',
        bgcolor: 'var(--chip)',
        color: 'text.primary',
        fontSize: 13,
        overflowWrap: 'anywhere',
      }}
    >
      curl -H "Authorization: Bearer ck_…" {API_URL || window.location.origin}/api/users/me
    </Box>
    <Typography color="text.secondary" sx={{ mt: 1, fontSize: 13 }}>
      <Link href={`${API_URL}/api/docs`} target="_blank" rel="noreferrer">
        Las operaciones de la API
      </Link>
      , con lo que cada una recibe y responde.
    </Typography>
  </>
)
