import PreviousIcon from '@mui/icons-material/ChevronLeft'
import NextIcon from '@mui/icons-material/ChevronRight'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import {
  useCreatePath,
  useDataProvider,
  useLocation,
  useNavigate,
  useRecordContext,
  useResourceContext,
} from 'react-admin'
import { pageQuery } from '../../api/lists.ts'
import { readLocation, storeLocation, useListKey } from '../page/list-location.ts'
import { type ListNavigation, readNavigation, recordIds, storeNavigation } from '../page/list-navigation.ts'
import { useShortcut } from '../page/shortcuts.ts'

type Side = 'previous' | 'next'

export interface Neighbours {
  /** Undefined at the end of the list, or if the record was not opened from a list. */
  go: Record<Side, (() => void) | undefined>
  /** The direction of the last move. */
  cameBy: Side | undefined
}

const withPage = (search: string, page: number): string => {
  const query = new URLSearchParams(search)
  query.set('page', String(page))
  return `?${query}`
}

/** The list page passed by `open` below in the location's state. */
const pageFromState = (state: { turned?: ListNavigation } | null | undefined): ListNavigation | undefined =>
  state?.turned

/**
 * Navigation to the neighbouring records in the list from which the record was opened, across pages. React-Admin's
 * usePrevNextController reads up to 1,000 records at a page's end, and loses a record that no longer matches the
 * filters.
 */
const useNeighbours = (id: string): Neighbours => {
  const resource = useResourceContext() ?? ''
  const key = useListKey(resource)
  const { state } = useLocation()
  const navigate = useNavigate()
  const createPath = useCreatePath()
  const dataProvider = useDataProvider()
  const queryClient = useQueryClient()
  // Stored on arrival, because the navigation may be blocked by a confirmation.
  const [turned] = useState(() => pageFromState(state))
  const [navigation] = useState(() => turned ?? readNavigation(key))
  const index = navigation?.ids.indexOf(id) ?? -1
  const isThere = navigation !== undefined && index >= 0
  useEffect(() => {
    if (isThere) storeNavigation(key, { ...navigation, at: id })
  }, [key, navigation, isThere, id])
  useEffect(() => {
    if (turned === undefined) return
    const { search = '', scroll = 0 } = readLocation(key) ?? {}
    storeLocation(key, { search: withPage(search, turned.params.pagination.page), scroll })
  }, [key, turned])
  if (!isThere) return { go: { previous: undefined, next: undefined }, cameBy: undefined }

  const { pagination, sort, filter } = navigation.params
  const { page, perPage } = pagination
  const open = (to: string, side: Side, next?: ListNavigation): void =>
    navigate(createPath({ resource, type: 'edit', id: to }), {
      state: { cameBy: side, turned: next, _scrollToTop: true },
    })
  const turn = async (side: Side): Promise<void> => {
    const params = { pagination: { page: side === 'next' ? page + 1 : page - 1, perPage }, sort, filter }
    const { data, total = navigation.total } = await queryClient.fetchQuery(
      pageQuery(dataProvider, resource, params),
    )
    const ids = recordIds(data)
    const to = side === 'next' ? ids[0] : ids.at(-1)
    if (to !== undefined) open(to, side, { params, total, ids })
  }
  const towards = (side: Side): (() => void) | undefined => {
    const beside = navigation.ids[side === 'next' ? index + 1 : index - 1]
    if (beside !== undefined) return () => open(beside, side)
    const isEnd = side === 'next' ? page * perPage >= navigation.total : page <= 1
    // Stays on a failed request: the banner reports the lost connection.
    return isEnd ? undefined : () => void turn(side).catch(() => undefined)
  }
  const cameBy = state?.cameBy === 'previous' || state?.cameBy === 'next' ? state.cameBy : undefined
  return { go: { previous: towards('previous'), next: towards('next') }, cameBy }
}

/** Only the arrows where the header has no room for labels. */
const SIDE = { display: 'none', '@media (min-width: 1440px)': { display: 'inline' } } as const
const SIDE_BUTTON = { minWidth: 44, '& .MuiButton-icon': { mx: 0 } } as const

/** Buttons to the previous and next record of the list, also with Alt+PageUp and Alt+PageDown. */
export const Neighbours = ({ areShown }: { areShown: boolean }) => {
  const record = useRecordContext()
  const { go, cameBy } = useNeighbours(String(record?.id))
  useShortcut('previous', go.previous)
  useShortcut('next', go.next)
  if (!areShown || (go.previous ?? go.next) === undefined) return null
  return (
    <Box sx={{ display: 'flex', gap: 1 }}>
      <Button
        variant="outlined"
        aria-label="Registro anterior"
        aria-keyshortcuts="Alt+PageUp"
        disabled={go.previous === undefined}
        autoFocus={cameBy === 'previous'}
        onClick={go.previous}
        startIcon={<PreviousIcon />}
        sx={SIDE_BUTTON}
      >
        <Box component="span" sx={SIDE}>
          Anterior
        </Box>
      </Button>
      <Button
        variant="outlined"
        aria-label="Registro siguiente"
        aria-keyshortcuts="Alt+PageDown"
        disabled={go.next === undefined}
        autoFocus={cameBy === 'next'}
        onClick={go.next}
        endIcon={<NextIcon />}
        sx={SIDE_BUTTON}
      >
        <Box component="span" sx={SIDE}>
          Siguiente
        </Box>
      </Button>
    </Box>
  )
}
