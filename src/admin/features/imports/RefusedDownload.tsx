import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useEffect, useRef } from 'react'
import { formatCount } from '../../../domain/format/text.ts'
import { downloadRows, saveAs } from '../../api/files.ts'
import { endpointPath } from '../../api/http.ts'
import { useAttempt } from './steps.tsx'

const CARRIAGE_RETURN = 13

interface RefusedDownloadProps {
  /** Id of the import. */
  id: string
  count: number
  size?: 'small' | 'medium'
}

/** Downloads the refused rows with their reasons; nothing if there are none. */
export const RefusedDownload = ({ id, count, size = 'medium' }: RefusedDownloadProps) => {
  const { isBusy, problem, attempt } = useAttempt()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  if (count === 0) return null
  const save = (): Promise<boolean> =>
    attempt(async () => {
      running.current = new AbortController()
      const { signal } = running.current
      const path = endpointPath('GET /api/imports/:id/refused', { params: { id } })
      const { file, name } = await downloadRows(path, {
        rowEnd: CARRIAGE_RETURN,
        signal,
        onProgress: () => undefined,
      })
      saveAs(file, name)
    })
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      <Button variant="outlined" size={size} disabled={isBusy} onClick={save}>
        {count === 1 ? 'Descargar la rechazada' : `Descargar las ${formatCount(count)} rechazadas`}
      </Button>
      {problem === undefined ? null : (
        <Alert severity="error" role="alert">
          {problem}
        </Alert>
      )}
    </Box>
  )
}
