import Alert from '@mui/material/Alert'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/http.ts'

interface Notice {
  code: string
  message: string
}

// The contract: the server answers this path with this schema, held to it by its own tests.
const asNotices = (json: unknown): Notice[] => json as Notice[]

/** What whoever runs the installation should know; only sa may read it. */
export const ServiceNotices = () => {
  const { data = [] } = useQuery({
    queryKey: ['notices'],
    queryFn: async ({ signal }) => asNotices((await call('/api/notices', { signal })).json),
  })
  return data.map(({ code, message }) => (
    <Alert key={code} severity="warning" sx={{ mt: 2, textAlign: 'left' }}>
      {message}
    </Alert>
  ))
}
