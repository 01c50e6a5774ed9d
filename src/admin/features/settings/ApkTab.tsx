import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import UploadIcon from '@mui/icons-material/UploadFileOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import {
  APK_MESSAGES,
  APK_TYPE,
  type ApkFile,
  apkFileName,
  sizeError,
  versionOffer,
} from '../../../domain/settings/apk.ts'
import { useFailureMessage } from '../../api/connection.ts'
import { download, saveAs, upload } from '../../api/files.ts'
import { request } from '../../api/http.ts'
import { momentText } from '../../kit/display/dates.ts'
import { DescriptionList } from '../../kit/display/display.tsx'
import { FormSection, Span } from '../../kit/form/FormSection.tsx'
import { NumberInput, TextInput } from '../../kit/inputs/inputs.tsx'

const FileDetails = ({ file }: { file: ApkFile }) => {
  const { start, isBusy, message } = useApkDownload()
  return (
    <Span of={12}>
      <DescriptionList
        items={[
          ['Versión', `${file.versionName || '—'} (${file.versionCode})`],
          ['Paquete', file.packageName],
          ['Tamaño', sizeText(file.size)],
          ['Fecha', momentText(file.date)],
        ]}
      />
      <Box sx={{ mt: 1.5 }}>
        <Button
          variant="outlined"
          startIcon={<DownloadIcon />}
          loading={isBusy}
          loadingPosition="start"
          onClick={() => start(file)}
        >
          Descargar
        </Button>
      </Box>
      <Box role="alert">
        {message === undefined ? null : (
          <Alert severity="error" role="presentation" sx={{ mt: 1 }}>
            {message}
          </Alert>
        )}
      </Box>
    </Span>
  )
}

const FileSection = ({ isSa }: { isSa: boolean }) => {
  const { data: file, error } = useApkFile()
  return (
    <FormSection title="Archivo de la aplicación">
      {file ? <FileDetails file={file} /> : null}
      {file === null ? <Span of={12}>{APK_MESSAGES.none}</Span> : null}
      {error ? (
        <Span of={12}>
          <Alert severity="error">{error.message}</Alert>
        </Span>
      ) : null}
      {isSa && file !== undefined ? <ApkUpload isFirst={file === null} /> : null}
      {isSa && file ? <UseVersion file={file} /> : null}
    </FormSection>
  )
}

/** The viewers' app: its file, and the version that apps compare theirs with. */
export const ApkTab = ({ isSa }: { isSa: boolean }) => (
  <>
    <FileSection isSa={isSa} />
    <FormSection title="Versión de la aplicación">
      <Span of={6}>
        <NumberInput source="appVersionCode" disabled={!isSa} />
      </Span>
      <Span of={6}>
        <TextInput source="appVersionName" disabled={!isSa} />
      </Span>
    </FormSection>
  </>
)

/** Offers the file's own version if the form has another. */
const UseVersion = ({ file }: { file: ApkFile }) => {
  const { setValue } = useFormContext()
  const [code, name]: unknown[] = useWatch({ name: ['appVersionCode', 'appVersionName'] })
  const offer = versionOffer(file)
  if (offer === undefined)
    return (
      <Span of={12}>
        <Alert severity="warning">
          La versión del archivo no cabe en la configuración: digite el número, de 1 a 9999, y el nombre.
        </Alert>
      </Span>
    )
  if (offer.appVersionCode === code && offer.appVersionName === name) return null
  const take = (): void => {
    for (const [field, value] of Object.entries(offer))
      setValue(field, value, { shouldDirty: true, shouldTouch: true, shouldValidate: true })
  }
  return (
    <Span of={12}>
      <Alert
        severity="info"
        sx={{ flexWrap: { xs: 'wrap', sm: 'nowrap' } }}
        action={
          <Button color="inherit" size="small" onClick={take}>
            Usar esta versión
          </Button>
        }
      >
        El archivo es la versión {offer.appVersionName} ({offer.appVersionCode}); la configuración dice otra.
      </Alert>
    </Span>
  )
}

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

/** Uploads or replaces the application file; sa only. */
const ApkUpload = ({ isFirst }: { isFirst: boolean }) => {
  const { part, message, start, cancel } = useApkUpload()
  const input = useRef<HTMLInputElement>(null)
  const choose = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const file = target.files?.[0]
    // Permits choosing the same file again after an error.
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

const fileQuery = queryOptions({
  queryKey: ['apk', 'file'],
  queryFn: async ({ signal }) => (await request('GET /api/apk/facts', { signal })).file,
})

/** Metadata of the application file; null if there is none. */
const useApkFile = () => useQuery(fileQuery)

const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const isCancelled = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

const useApkDownload = () => {
  const [isBusy, setBusy] = useState(false)
  const [message, setMessage] = useFailureMessage()
  const start = async ({ versionName }: ApkFile): Promise<void> => {
    setBusy(true)
    setMessage(undefined)
    try {
      saveAs(await download('GET /api/apk'), apkFileName(versionName))
    } catch (error) {
      setMessage(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return { start, isBusy, message }
}

interface Upload {
  /** The fraction sent, from 0 to 1; undefined if no upload is running. */
  part: number | undefined
  message: { severity: 'error' | 'success' | 'info'; text: string } | undefined
  start: (file: File) => Promise<void>
  cancel: () => void
}

/** Replaces the application file; leaving the screen cancels the upload. */
const useApkUpload = (): Upload => {
  const queryClient = useQueryClient()
  const [part, setPart] = useState<number>()
  const [message, setMessage] = useState<Upload['message']>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const send = async (file: File): Promise<void> => {
    const controller = new AbortController()
    running.current = controller
    setPart(0)
    setMessage(undefined)
    try {
      const { signal } = controller
      const saved = await upload('PUT /api/apk', file, { onProgress: setPart, signal })
      queryClient.setQueryData(fileQuery.queryKey, saved)
      setMessage({ severity: 'success', text: 'El archivo de la aplicación fue guardado.' })
    } catch (error) {
      setMessage(
        isCancelled(error)
          ? { severity: 'info', text: 'Se canceló el envío: no se cambió nada.' }
          : { severity: 'error', text: errorText(error) },
      )
    } finally {
      setPart(undefined)
    }
  }
  const start = async (file: File): Promise<void> => {
    const error = sizeError(file.size)
    if (error === undefined) await send(file)
    else setMessage({ severity: 'error', text: error })
  }
  return { part, message, start, cancel: () => running.current?.abort() }
}

const UNITS = ['bytes', 'KiB', 'MiB'] as const
const STEP = 1024

const format = new Intl.NumberFormat('es-DO', { maximumFractionDigits: 1 })

/** A size in bytes with its unit: 47.3 MiB. */
export const sizeText = (bytes: number): string => {
  const power = bytes < STEP ? 0 : bytes < STEP * STEP ? 1 : 2
  return `${format.format(bytes / STEP ** power)} ${UNITS[power]}`
}
