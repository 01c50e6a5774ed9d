import { useNotify } from 'ra-core'
import type { FieldValues } from 'react-hook-form'
import { API_PATHS } from '../../../domain/access/resources.ts'
import { ApiError, type FieldErrors } from '../../api/api-error.ts'
import { call } from '../../api/http.ts'
import { type PublicSettings, readSettings, useTakeSettings } from '../../api/use-settings.ts'
import { SAVED, SAVED_FOR_MS } from '../../kit/page/saved.ts'

/** The settings field that the channels' endpoint calls `xam` (rule S8). */
export const SETTING_OF = { tvUrlBase: 'tvUrlBase', xam: 'agentTv' } as const
export type ChannelSetting = keyof typeof SETTING_OF

type Stored = Partial<PublicSettings>

// The contract: the endpoint answers the public settings.
const asStored = (json: unknown): Stored => json as Stored

const isStale = (error: unknown): boolean => error instanceof ApiError && error.body.code === 'STALE'

const put = async (body: object): Promise<unknown> =>
  (await call(`${API_PATHS.settings}/updateTvUrlBase`, { method: 'PUT', body })).json

/** The times that other settings may change between a reading and the write that follows it. */
const TRIES = 3

/**
 * Writes one setting over the version that was read. Other settings may have changed since; where this very one did,
 * nothing is written and the settings as they are now come back.
 */
const write = async (source: ChannelSetting, value: unknown, opened: Stored) => {
  const field = SETTING_OF[source]
  let { dateUpdate } = opened
  for (let tries = 1; ; tries += 1) {
    try {
      return {
        saved: asStored(await put({ [source]: value, ...(dateUpdate === undefined ? {} : { dateUpdate }) })),
      }
    } catch (error) {
      if (!isStale(error) || tries === TRIES) throw error
      const stored = await readSettings()
      if ((stored[field] ?? '') !== (opened[field] ?? '')) return { stored }
      dateUpdate = stored.dateUpdate
    }
  }
}

/** Saves one setting of all channels and says so; gives what is wrong with it. */
export const useSaveChannelSettings = (
  source: ChannelSetting,
  opened: Stored,
  onSaved: (saved: Stored) => void,
  onStale: (stored: Stored) => void,
) => {
  const notify = useNotify()
  const take = useTakeSettings()
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
