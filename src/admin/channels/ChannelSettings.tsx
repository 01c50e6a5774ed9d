import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import { Form } from 'ra-core'
import { useMemo } from 'react'
import { useFormState } from 'react-hook-form'
import { mayChangeChannelSettings } from '../../domain/access/permissions.ts'
import { channelSettingsShape } from '../../domain/channels/channel-settings.ts'
import { ShapeContext } from '../forms/form-kit.ts'
import type { FormShape } from '../forms/shape.ts'
import { shapeResolver } from '../forms/shape-resolver.ts'
import { TextInput } from '../inputs/TextInput.tsx'
import { useMe } from '../session/identity.ts'
import { useSettings } from '../settings/use-settings.ts'
import { useSaveChannelSettings } from './save-channel-settings.ts'

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
        onSubmit={useSaveChannelSettings()}
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
