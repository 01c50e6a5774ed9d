import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import UploadIcon from '@mui/icons-material/UploadFileOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type ChangeEvent, useRef, useState } from 'react'
import { holds } from '../../../domain/access/permissions.ts'
import { LOGO_TYPE, type Logo, logoSizeError } from '../../../domain/settings/logo.ts'
import { MAX_BUSINESS } from '../../../domain/settings/settings.ts'
import { CHANGE_PERMISSIONS } from '../../../domain/settings/settings-screens.ts'
import { useFailureMessage } from '../../api/connection.ts'
import { API_URL, request } from '../../api/http.ts'
import { useCachedMe } from '../../api/me.ts'
import { cacheLogo, useSettings } from '../../api/settings.ts'
import { ConfirmDialog } from '../../kit/dialogs/ConfirmDialog.tsx'
import { FormSection, Span } from '../../kit/form/FormSection.tsx'
import { NumberInput, SwitchInput, TextInput } from '../../kit/inputs/inputs.tsx'

/** Whose paper it is: on receipts, the sign-in page and in notices (rules S12, C33). */
export const BusinessSection = () => (
  <FormSection title="Negocio">
    <Span of={6}>
      <TextInput source="businessName" maxLength={MAX_BUSINESS.name} />
    </Span>
    <Span of={6}>
      <TextInput source="businessPhone" maxLength={MAX_BUSINESS.phone} />
    </Span>
    <Span of={6}>
      <TextInput source="businessTaxId" maxLength={MAX_BUSINESS.taxId} />
    </Span>
    <Span of={6}>
      <TextInput source="receiptThanks" maxLength={MAX_BUSINESS.thanks} />
    </Span>
    <LogoField />
    <Span of={6}>
      <SwitchInput source="businessInNavbar" />
    </Span>
    <Span of={6}>
      <NumberInput source="askFromCredits" />
    </Span>
  </FormSection>
)

/** The logo is stored at once, not with the form. */
const LogoField = () => {
  const logo = useSettings().data?.businessLogo
  const me = useCachedMe()
  const canChange = me !== undefined && holds(me, CHANGE_PERMISSIONS.settings)
  const { isBusy, message, run } = useLogoChange()
  const [isRemoving, setRemoving] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const choose = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const file = target.files?.[0]
    // Permits choosing the same file again after an error.
    target.value = ''
    if (file !== undefined) void run(() => replaceLogo(file))
  }
  if (logo === undefined) return null
  return (
    <Span of={12}>
      <Box role="group" aria-label="Logotipo" sx={GROUP}>
        {logo === null ? null : (
          <Box component="img" src={`${API_URL}${logo.path}`} alt="Logotipo del negocio" sx={IMAGE} />
        )}
        <Box sx={{ flex: '1 1 220px', fontSize: 13, color: 'text.secondary' }}>
          {logo === null ? 'Sin logotipo.' : `Logotipo de ${logo.width} × ${logo.height} píxeles.`} Un PNG de
          hasta 200 kB y 2000 píxeles por lado; se guarda al elegirlo.
        </Box>
        {canChange ? (
          <>
            <input
              ref={input}
              type="file"
              hidden
              accept={LOGO_TYPE}
              aria-label="Archivo del logotipo"
              onChange={choose}
            />
            <Button
              variant="outlined"
              startIcon={<UploadIcon />}
              loading={isBusy}
              loadingPosition="start"
              onClick={() => input.current?.click()}
            >
              {logo === null ? 'Subir logotipo' : 'Reemplazar logotipo'}
            </Button>
            {logo === null ? null : (
              <Button startIcon={<DeleteIcon />} disabled={isBusy} onClick={() => setRemoving(true)}>
                Quitar logotipo
              </Button>
            )}
          </>
        ) : null}
      </Box>
      <Box role="alert">
        {message === undefined ? null : (
          <Alert severity="error" role="presentation" sx={{ mt: 1 }}>
            {message}
          </Alert>
        )}
      </Box>
      <ConfirmDialog
        open={isRemoving}
        title="¿Quitar el logotipo?"
        confirmLabel="Quitar"
        onConfirm={() => {
          setRemoving(false)
          void run(removeLogo)
        }}
        onClose={() => setRemoving(false)}
      />
    </Span>
  )
}

const GROUP = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 } as const

/** On white, as on paper. */
const IMAGE = {
  height: 64,
  maxWidth: 200,
  p: 0.5,
  objectFit: 'contain',
  bgcolor: '#fff',
  border: 1,
  borderColor: 'divider',
  borderRadius: '8px',
} as const

const replaceLogo = (file: File): Promise<Logo> => {
  const error = logoSizeError(file.size)
  if (error !== undefined) throw new Error(error)
  return request('PUT /api/logo', { body: file })
}

const removeLogo = async (): Promise<null> => {
  await request('DELETE /api/logo')
  return null
}

/** Changes the logo, one request at a time, and shows it everywhere. */
const useLogoChange = () => {
  const [isBusy, setBusy] = useState(false)
  const [message, setMessage] = useFailureMessage()
  const run = async (change: () => Promise<Logo | null>): Promise<void> => {
    setBusy(true)
    setMessage(undefined)
    try {
      cacheLogo(await change())
    } catch (error) {
      setMessage(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, message, run }
}
