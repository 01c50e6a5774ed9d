import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { formatCount } from '../../../domain/format/text.ts'
import { request } from '../../api/http.ts'

const QUERY_KEY = ['links', 'deactivations']

const deactivatedText = (links: number): string =>
  links === 1
    ? 'Anoche se desactivó 1 enlace que no respondía.'
    : `Anoche se desactivaron ${formatCount(links)} enlaces que no respondían.`

const activatedText = (links: number): string =>
  links === 1 ? 'Se activó de nuevo 1 enlace.' : `Se activaron de nuevo ${formatCount(links)} enlaces.`

/** The links that last night's checks deactivated, with undo; nothing if there were none. */
export const DeactivatedLinks = () => {
  const notify = useNotify()
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const { data } = useQuery({
    queryKey: QUERY_KEY,
    queryFn: ({ signal }) => request('GET /api/links/deactivations', { signal }),
  })
  if (data === undefined || data.links === 0) return null
  const undo = async (): Promise<void> => {
    setBusy(true)
    try {
      const { links } = await request('POST /api/links/deactivations/undo', { body: { since: data.since } })
      notify(activatedText(links), { type: 'success' })
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { type: 'error' })
    } finally {
      setBusy(false)
      await queryClient.invalidateQueries({ queryKey: QUERY_KEY })
    }
  }
  return (
    <Alert
      severity="info"
      sx={{ mb: 2 }}
      action={
        <Button color="inherit" size="small" loading={isBusy} onClick={undo}>
          Deshacer
        </Button>
      }
    >
      {deactivatedText(data.links)}
    </Alert>
  )
}
