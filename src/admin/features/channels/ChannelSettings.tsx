import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Suspense, useMemo, useState } from 'react'
import { Form, useNotify } from 'react-admin'
import { type FieldValues, useFormContext, useFormState } from 'react-hook-form'
import { fieldLabel } from '../../../domain/field-labels.ts'
import { channelSettingsSchema } from '../../../domain/settings/channel-settings.ts'
import { lazy } from '../../api/connection.ts'
import { ApiError, type FieldErrors, request } from '../../api/http.ts'
import { type PublicSettings, readSettings, useCacheSettings, useSettings } from '../../api/settings.ts'
import { useReapplyEdits } from '../../kit/form/StaleDialog.tsx'
import { type FormSchema, SchemaContext, schemaResolver } from '../../kit/inputs/form-kit.tsx'
import { TextInput } from '../../kit/inputs/inputs.tsx'
import { Loading, SAVED, SAVED_FOR_MS } from '../../kit/page/Page.tsx'
import { ChangeBase } from '../links/ChangeBase.tsx'

/** Settings fields by their names in the channels' endpoint, which calls `agentTv` `xam` (rule S8). */
const SETTING_FIELDS = { tvUrlBase: 'tvUrlBase', xam: 'agentTv' } as const
type ChannelSetting = keyof typeof SETTING_FIELDS

type StoredSettings = Partial<PublicSettings>

const isStale = (error: unknown): boolean => error instanceof ApiError && error.body.code === 'STALE'

/** Attempts of a write that conflicts with changes of other settings. */
const MAX_TRIES = 3

/**
 * Writes one setting against the version that was read, retrying if other settings changed meanwhile; if this one
 * changed, writes nothing and returns the current settings.
 */
const write = async (source: ChannelSetting, value: unknown, opened: StoredSettings) => {
  const field = SETTING_FIELDS[source]
  let { dateUpdate } = opened
  for (let tries = 1; ; tries += 1) {
    try {
      const body = { [source]: value, ...(dateUpdate === undefined ? {} : { dateUpdate }) }
      return { saved: await request('PUT /api/settings/updateTvUrlBase', { body }) }
    } catch (error) {
      if (!isStale(error) || tries === MAX_TRIES) throw error
      const stored = await readSettings()
      if ((stored[field] ?? '') !== (opened[field] ?? '')) return { stored }
      dateUpdate = stored.dateUpdate
    }
  }
}

/** Saves a setting; resolves to its errors. */
const useSaveChannelSettings = (
  source: ChannelSetting,
  opened: StoredSettings,
  onSaved: (saved: StoredSettings) => void,
  onStale: (stored: StoredSettings) => void,
) => {
  const notify = useNotify()
  const take = useCacheSettings()
  return async (values: FieldValues): Promise<FieldErrors | undefined> => {
    try {
      const written = await write(source, values[source], opened)
      if (written.stored !== undefined) {
        onStale(written.stored)
        return undefined
      }
      take(written.saved)
      onSaved(written.saved)
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

const ConflictDialog = lazy(async () => ({
  default: (await import('../../kit/form/ConflictDialog.tsx')).ConflictDialog,
}))

interface ConflictProps {
  source: ChannelSetting
  schema: FormSchema
  opened: Partial<PublicSettings>
  /** The settings meanwhile saved by another user. */
  stored: Partial<PublicSettings> | undefined
  onTake: (stored: Partial<PublicSettings>) => void
  onClose: () => void
}

const storedValue = (source: ChannelSetting, settings: Partial<PublicSettings>): string =>
  settings[SETTING_FIELDS[source]] ?? ''

/** The setting was changed meanwhile: asks which of the two values to keep. */
const Conflict = ({ source, schema, opened, stored, onTake, onClose }: ConflictProps) => {
  const { getValues } = useFormContext()
  const take = useCacheSettings()
  const reapplyEdits = useReapplyEdits()
  const versions = useMemo(
    () =>
      stored && {
        opened: { [source]: storedValue(source, opened) },
        theirs: { [source]: storedValue(source, stored), dateUpdate: stored.dateUpdate },
        mine: { ...getValues() },
      },
    [source, opened, stored, getValues],
  )
  if (stored === undefined) return null
  return (
    <Suspense>
      <ConflictDialog
        open
        resource="settings"
        schema={schema}
        versions={versions}
        error={null}
        retry={onClose}
        onApply={(edits) => {
          take(stored)
          onTake(stored)
          reapplyEdits(source, storedValue(source, stored), edits)
          onClose()
        }}
        onClose={onClose}
      />
    </Suspense>
  )
}

interface SettingProps {
  source: ChannelSetting
  schema: FormSchema
  settings: Partial<PublicSettings>
  placeholder?: string
}

const Setting = ({ source, schema, settings, ...input }: SettingProps) => {
  const resolver = useMemo(() => schemaResolver(schema), [schema])
  const label = fieldLabel('settings', source)
  // Refetched settings must not replace the input: saving compares them.
  const [opened, setOpened] = useState(settings)
  const value = storedValue(source, opened)
  const record = useMemo(() => ({ [source]: value }), [source, value])
  const [stored, setStored] = useState<Partial<PublicSettings>>()
  const save = useSaveChannelSettings(source, opened, setOpened, setStored)
  return (
    <SchemaContext value={schema}>
      <Form noValidate record={record} resolver={resolver} onSubmit={save} disableInvalidFormNotification>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', columnGap: 1 }}>
          <Box sx={{ flex: '1 1 280px', display: 'flex', alignItems: 'flex-start', gap: 1 }}>
            <TextInput source={source} label={label} {...input} />
            <Save label={label} />
          </Box>
          {source === 'tvUrlBase' ? <ChangeBase source={source} /> : null}
        </Box>
        <Conflict
          source={source}
          schema={schema}
          opened={opened}
          stored={stored}
          onTake={setOpened}
          onClose={() => setStored(undefined)}
        />
      </Form>
    </SchemaContext>
  )
}

const BASE = channelSettingsSchema.pick({ tvUrlBase: true })
const AGENT = channelSettingsSchema.pick({ xam: true })

/** The settings of all channels, each saved by itself (rule S8). */
export const ChannelSettings = () => {
  const { data } = useSettings()
  return data === undefined ? (
    <Loading />
  ) : (
    <Box sx={{ display: 'grid', gridTemplateColumns: { md: '1fr 1fr' }, columnGap: 3 }}>
      <Setting source="tvUrlBase" schema={BASE} settings={data} placeholder="https://…" />
      <Setting source="xam" schema={AGENT} settings={data} />
    </Box>
  )
}
