import { useNotify } from 'ra-core'
import type { FieldValues } from 'react-hook-form'
import { API_PATHS } from '../../domain/access/resources.ts'
import { SAVED, SAVED_FOR_MS } from '../forms/saved.ts'
import { ApiError, type FieldErrors } from '../providers/api-error.ts'
import { call } from '../providers/http.ts'
import { useTakeSettings } from '../settings/use-settings.ts'

/** Saves settings of all channels, says so, and gives what is wrong with their fields. */
export const useSaveChannelSettings = () => {
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
