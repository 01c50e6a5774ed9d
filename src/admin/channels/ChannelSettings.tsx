import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import { Form, useNotify } from 'ra-core'
import { useMemo } from 'react'
import { type FieldValues, useFormState } from 'react-hook-form'
import { mayChangeChannelSettings } from '../../domain/access/permissions.ts'
import { API_PATHS } from '../../domain/access/resources.ts'
import { channelSettingsShape } from '../../domain/channels/channel-settings.ts'
import { ShapeContext } from '../forms/form-kit.ts'
import { SAVED, SAVED_FOR_MS } from '../forms/saved.ts'
import type { FormShape } from '../forms/shape.ts'
import { shapeResolver } from '../forms/shape-resolver.ts'
import { TextInput } from '../inputs/TextInput.tsx'
import { ApiError, type FieldErrors } from '../providers/api-error.ts'
import { call } from '../providers/http.ts'
import { useMe } from '../session/identity.ts'
import { useSettings, useTakeSettings } from '../settings/use-settings.ts'

const useSave = () => {
  const notify = useNotify()
  const take = useTakeSettings()
  return async (values: FieldValues): Promise<FieldErrors | undefined> => {
    try {
      const { json } = await call(`${API_PATHS.settings}/updateTvUrlBase`, { method: 'PUT', body: values })
      take(json)
      notify(SAVED, { type: 'success', autoHideDuration: SAVED_FOR_MS })
    } catch (error) {
      if (error instanceof ApiError && error.body.errors !== undefined) return error.body.errors
      notify(error instanceof Error ? error.message : String(error), { type: 'error' })
    }
    return undefined
  }
}

const Save = ({ label }: { label: string }) => {
  const { isSubmitting } = useFormState()
  return (
    <Button
      type="submit"
      variant="outlined"
      loading={isSubmitting}
      aria-label={`Guardar ${label}`}
      sx={{ mt: '29px' }}
    >
      Guardar
    </Button>
  )
}

interface SettingProps {
  source: string
  shape: FormShape
  label: string
  value: string
  placeholder?: string
}

/** One setting with its own Guardar: the other one stays as it is. */
const Setting = ({ source, shape, value, ...input }: SettingProps) => {
  const resolver = useMemo(() => shapeResolver(shape), [shape])
  const record = useMemo(() => ({ [source]: value }), [source, value])
  return (
    <ShapeContext value={shape}>
      <Form
        noValidate
        record={record}
        resolver={resolver}
        onSubmit={useSave()}
        disableInvalidFormNotification
      >
        <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
          <TextInput source={source} {...input} />
          <Save label={input.label} />
        </Box>
      </Form>
    </ShapeContext>
  )
}

const BASE = channelSettingsShape.pick({ tvUrlBase: true })
const AGENT = channelSettingsShape.pick({ xam: true })

/** The settings of all channels, above their list: for who may change them (decisions D5). */
export const ChannelSettings = () => {
  const { data: me } = useMe()
  const { data } = useSettings()
  if (me === undefined || !mayChangeChannelSettings(me) || data === undefined) return null
  return (
    <Card
      component="section"
      aria-label="Configuración de los canales"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
        columnGap: 2.5,
        rowGap: 0.5,
        px: 2.25,
        py: 1.5,
        mb: 2,
      }}
    >
      <Setting
        source="tvUrlBase"
        shape={BASE}
        label="URL base"
        value={data.tvUrlBase ?? ''}
        placeholder="https://…"
      />
      <Setting source="xam" shape={AGENT} label="Agente" value={data.agentTv ?? ''} />
    </Card>
  )
}
