import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useFormContext, useWatch } from 'react-hook-form'
import { type ApkFile, versionOffer } from '../../../../domain/settings/apk.ts'
import { Span } from '../../../kit/form/FormSection.tsx'

/** Offers the version that the file states of itself, while the form says another. */
export const UseVersion = ({ file }: { file: ApkFile }) => {
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
