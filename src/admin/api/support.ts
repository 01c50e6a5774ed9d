import type { GetListParams } from 'ra-core'
import { API_PATHS } from '../../domain/access/resources.ts'

/** The list of reports; a filter `grouped` means that of their groups by content and type. */
export const issueListOf = (all: GetListParams['filter']) => {
  const { grouped, ...filter } = { grouped: false, ...all }
  const list = grouped ? `${API_PATHS.issues}/groups` : API_PATHS.issues
  return { list, size: `${list}/size`, filter }
}

/** The activity of the user in the filter, whose name is part of the address. */
export const activityListOf = (all: GetListParams['filter']) => {
  const { username, ...filter } = { username: '', ...all }
  const list = `${API_PATHS.activitys}/${encodeURIComponent(String(username))}`
  return { list, size: `${list}/size`, filter }
}
