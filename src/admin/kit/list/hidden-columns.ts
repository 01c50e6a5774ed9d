import useMediaQuery from '@mui/material/useMediaQuery'
import { useMemo } from 'react'
import { useLocation, useNavigate, useResourceContext, useStore } from 'react-admin'
import type { Column } from './columns.tsx'

/** Query parameters of a saved view and of its columns. */
export const VIEW_PARAMETERS = { id: 'saved', columns: 'columns' } as const

/**
 * The hidden columns, and a setter: those omitted by a saved view, stored in the URL, otherwise the choice stored in
 * this browser.
 */
export const useHiddenColumns = (
  columns: readonly Column[],
): [hidden: string[], hide: (hidden: string[]) => void] => {
  const resource = useResourceContext()
  const navigate = useNavigate()
  const { search } = useLocation()
  const isWide = useMediaQuery('(min-width: 1280px)', { noSsr: true })
  const byDefault = useMemo(
    () =>
      columns
        .filter(({ isHidden }) => isHidden && !(isWide && isHidden === 'below-1280'))
        .map(({ source }) => source),
    [columns, isWide],
  )
  const [stored, setChosen] = useStore<string[] | undefined>(`${resource}.datatable`, undefined)
  const chosen = stored ?? byDefault
  const fromUrl = new URLSearchParams(search).get(VIEW_PARAMETERS.columns)
  const hidden = useMemo(() => {
    const shown = fromUrl?.split(',')
    const sources = columns.map(({ source }) => source)
    return shown ? sources.filter((source) => !shown.includes(source)) : chosen
  }, [fromUrl, chosen, columns])
  const hide = (next: string[]): void => {
    if (fromUrl === null) setChosen(next)
    else {
      const query = new URLSearchParams(search)
      const shown = columns.filter(({ source }) => !next.includes(source))
      query.set(VIEW_PARAMETERS.columns, shown.map(({ source }) => source).join(','))
      navigate({ search: `?${query}` }, { replace: true })
    }
  }
  return [hidden, hide]
}
