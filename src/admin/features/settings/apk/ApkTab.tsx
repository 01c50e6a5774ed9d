import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { APK_MESSAGES, type ApkFile } from '../../../../domain/settings/apk.ts'
import { momentText } from '../../../kit/display/dates.ts'
import { Facts } from '../../../kit/display/Facts.tsx'
import { FormSection, Span } from '../../../kit/form/FormSection.tsx'
import { NumberInput } from '../../../kit/inputs/NumberInput.tsx'
import { TextInput } from '../../../kit/inputs/TextInput.tsx'
import { ApkUpload } from './ApkUpload.tsx'
import { sizeText } from './size-text.ts'
import { UseVersion } from './UseVersion.tsx'
import { useApkDownload, useApkFile } from './use-apk.ts'

const FileFacts = ({ file }: { file: ApkFile }) => {
  const { start, isBusy, message } = useApkDownload()
  return (
    <Span of={12}>
      <Facts
        facts={[
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
      {file ? <FileFacts file={file} /> : null}
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

const ONLY_SA = { help: 'Solo sa puede modificarla.', disabled: true } as const

/** The application that viewers install: its file, and the version that the apps compare theirs with. */
export const ApkTab = ({ isSa }: { isSa: boolean }) => (
  <>
    <FileSection isSa={isSa} />
    <FormSection title="Versión de la aplicación">
      <Span of={6}>
        <NumberInput source="appVersionCode" label="Número de versión" {...(isSa ? {} : ONLY_SA)} />
      </Span>
      <Span of={6}>
        <TextInput source="appVersionName" label="Nombre de la versión" {...(isSa ? {} : ONLY_SA)} />
      </Span>
    </FormSection>
  </>
)
