import UploadIcon from '@mui/icons-material/UploadFileOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import { type ChangeEvent, useRef } from 'react'
import { APK_TYPE } from '../../../../domain/settings/apk.ts'
import { Span } from '../../../kit/form/FormSection.tsx'
import { useApkUpload } from './use-apk.ts'

const TYPES = `.apk,${APK_TYPE}`

const progressText = (part: number): string =>
  part < 1 ? `Enviando: ${Math.floor(part * 100)} %` : 'Revisando el archivo…'

const Progress = ({ part, onCancel }: { part: number; onCancel: () => void }) => (
  <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
    <LinearProgress
      variant={part < 1 ? 'determinate' : 'indeterminate'}
      value={Math.round(part * 100)}
      aria-label="Envío del archivo"
      sx={{ flex: '1 1 160px' }}
    />
    <Box role="status">{progressText(part)}</Box>
    <Button variant="outlined" onClick={onCancel}>
      Cancelar envío
    </Button>
  </Box>
)

/** Brings the application file in, the first one or another; for sa alone. */
export const ApkUpload = ({ isFirst }: { isFirst: boolean }) => {
  const { part, message, start, cancel } = useApkUpload()
  const input = useRef<HTMLInputElement>(null)
  const choose = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const file = target.files?.[0]
    // The same file may be chosen again after a mistake.
    target.value = ''
    if (file !== undefined) void start(file)
  }
  return (
    <Span of={12}>
      <input ref={input} type="file" hidden accept={TYPES} aria-label="Archivo APK" onChange={choose} />
      {part === undefined ? (
        <Button variant="outlined" startIcon={<UploadIcon />} onClick={() => input.current?.click()}>
          {isFirst ? 'Subir archivo' : 'Reemplazar archivo'}
        </Button>
      ) : (
        <Progress part={part} onCancel={cancel} />
      )}
      <Box role="alert">
        {message === undefined ? null : (
          <Alert severity={message.severity} role="presentation" sx={{ mt: 1 }}>
            {message.text}
          </Alert>
        )}
      </Box>
    </Span>
  )
}
