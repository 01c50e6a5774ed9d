import { type RaRecord, useDataProvider, useNavigate, useNotify } from 'react-admin'
import { useCan } from '../../api/me.ts'
import { pathOf } from '../../api/paths.ts'
import { useRealLocation } from '../../api/router.tsx'
import { storeLocation } from '../../kit/page/list-location.ts'
import { recordIds, storeNavigation } from '../../kit/page/list-navigation.ts'

const DEAD_LINKS = { quality: 'dead_link' }
const SEARCH = new URLSearchParams({ filter: JSON.stringify(DEAD_LINKS) })
const PARAMS = {
  pagination: { page: 1, perPage: 20 },
  sort: { field: 'season', order: 'ASC' },
} as const

const listsDeadLinks = (search: string): boolean => {
  try {
    return JSON.parse(new URLSearchParams(search).get('filter') ?? '{}').quality === DEAD_LINKS.quality
  } catch {
    return false
  }
}

/**
 * In the list of series 'Con un enlace caído': opens the first such episode of a series, whose form starts at the link
 * and turns to the others. Undefined in other lists.
 */
export const useOpenDeadEpisode = (): ((serie: RaRecord) => Promise<void>) | undefined => {
  const { search } = useRealLocation()
  const dataProvider = useDataProvider()
  const navigate = useNavigate()
  const notify = useNotify()
  const canEdit = useCan('edit', 'episodes')
  if (!canEdit || !listsDeadLinks(search)) return undefined
  return async ({ id }) => {
    const serieId = String(id)
    const params = { ...PARAMS, filter: { ...DEAD_LINKS, serieId } }
    try {
      const { data, total = data.length } = await dataProvider.getList('episodes', params)
      const [first] = recordIds(data)
      // Repaired meanwhile.
      if (first === undefined) return navigate(pathOf('series-edit', serieId))
      const list = `episodes/${serieId}`
      storeNavigation(list, { params, total, ids: recordIds(data), at: first })
      storeLocation(list, { search: `?${SEARCH}`, scroll: 0 })
      navigate(pathOf('episode-edit', serieId, first))
    } catch (error) {
      notify(error instanceof Error ? error.message : 'No se pudo leer la lista.', { type: 'error' })
    }
  }
}
