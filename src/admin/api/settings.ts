import type { DataProvider } from 'ra-core'
import { API_PATHS } from '../../domain/access/resources.ts'
import { SETTINGS_ID } from '../../domain/settings/record.ts'
import { call, type HttpRequest } from './http.ts'
import { editOf, recordOf } from './records.ts'

// React-admin's caller names the record's type; that the API keeps to it is the contract, which types can't see.
const asAsked = <T>(answer: unknown): T => answer as T

const ask = async <T>(request: HttpRequest): Promise<{ data: T }> => {
  const { json } = await call(API_PATHS.settings, request)
  return { data: asAsked(recordOf(json, SETTINGS_ID)) }
}

/** How the settings are read and written: a record without an id in its address. */
export const settingsVerbs: Pick<DataProvider, 'getOne' | 'update'> = {
  getOne: (_resource, { signal }) => ask({ signal }),
  update: (_resource, params) => ask({ method: 'PUT', body: editOf(params) }),
}
