import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { ResourceContextProvider, useNavigate } from 'ra-core'
import { SETTINGS_ID } from '../../../domain/settings/record.ts'
import { pathOf } from '../../api/addresses.ts'
import { useMe } from '../../api/session/identity.ts'
import { useMay } from '../../api/session/use-may.ts'
import { useTakeSettings } from '../../api/use-settings.ts'
import { CatalogueEdit } from '../../kit/form/CatalogueEdit.tsx'
import { BarSpace, FormBar, SaveButton, UnsavedCount } from '../../kit/form/FormBar.tsx'
import { Loading } from '../../kit/page/Loading.tsx'
import { SettingsTabs } from './SettingsTabs.tsx'
import { shapeFor } from './settings-form.ts'

const SettingsBar = () => {
  const navigate = useNavigate()
  return (
    <FormBar>
      <BarSpace />
      <UnsavedCount />
      <Button variant="outlined" onClick={() => navigate(pathOf('main'))}>
        Cancelar
      </Button>
      <SaveButton label="Guardar" />
    </FormBar>
  )
}

const ReadOnly = () => {
  const mayModify = useMay('modify', 'settings')
  if (mayModify) return null
  return (
    <Alert severity="info" sx={{ mb: 2 }}>
      Solo lectura: su perfil no permite modificar la configuración.
    </Alert>
  )
}

/** The general settings: four tabs of one form. */
export const SettingsScreen = () => {
  const { data: me } = useMe()
  const take = useTakeSettings()
  if (me === undefined) return <Loading />
  return (
    <ResourceContextProvider value="settings">
      <CatalogueEdit
        id={SETTINGS_ID}
        title="Configuración general"
        schema={shapeFor(me.role)}
        bar={<SettingsBar />}
        onSaved={take}
      >
        <ReadOnly />
        <SettingsTabs isSa={me.role === 'sa'} />
      </CatalogueEdit>
    </ResourceContextProvider>
  )
}
