import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import Button from '@mui/material/Button'
import { useNotify } from 'ra-core'
import { useState } from 'react'
import { exportPlaylist } from './import/import-api.ts'

const NAME = 'canales.m3u'

/** Hands a text to the person as a file. */
const save = (text: string): void => {
  const address = URL.createObjectURL(new Blob([text], { type: 'audio/x-mpegurl' }))
  const link = document.createElement('a')
  link.href = address
  link.download = NAME
  link.click()
  URL.revokeObjectURL(address)
}

/** 'Exportar lista M3U': all channels as a playlist. */
export const ExportButton = () => {
  const notify = useNotify()
  const [isBusy, setBusy] = useState(false)
  const run = async (): Promise<void> => {
    setBusy(true)
    try {
      save(await exportPlaylist())
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { type: 'error' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      variant="outlined"
      startIcon={<DownloadIcon />}
      loading={isBusy}
      loadingPosition="start"
      onClick={run}
    >
      Exportar lista M3U
    </Button>
  )
}
