import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useListContext } from 'react-admin'
import { listPurpose } from '../../../domain/list-purposes.ts'
import { entryOf, isResource } from '../../../domain/registry.ts'
import { filterQuery } from '../../api/data-provider.ts'
import { ApiError } from '../../api/http.ts'
import { PageHeader, pageErrorText } from '../page/Page.tsx'

/** A list without any record; by default it says what its resource is for (rule W29). */
export interface EmptyText {
  title?: string
  text?: ReactNode
  /** Its first action, if the user may. */
  action?: ReactNode
}

const NOTHING_YET = { title: 'Todavía no hay registros.', text: 'Los que se registren aparecerán aquí.' }

const emptyText = (resource: string) => {
  if (!isResource(resource)) return NOTHING_YET
  return {
    title: `Todavía no hay ${entryOf(resource).name.many}.`,
    text: listPurpose(resource) ?? NOTHING_YET.text,
  }
}

/** Empty state: no records yet, or no matches. */
export const EmptyList = ({ empty }: { empty?: EmptyText | undefined }) => {
  const { resource, filterValues, setFilters } = useListContext()
  // A blank filter, as in an edited URL, filters nothing.
  const isFiltered = filterQuery(filterValues).size > 0
  const { title, text, action } = { ...emptyText(resource), ...empty }
  return (
    <Box sx={{ py: 7, px: 2, textAlign: 'center' }}>
      <Typography role="status" sx={{ fontWeight: 600, mb: 0.5 }}>
        {isFiltered ? 'Ningún registro coincide con la búsqueda.' : title}
      </Typography>
      <Typography component="div" color="text.secondary" sx={{ maxWidth: 640, mx: 'auto' }}>
        {isFiltered ? 'Pruebe con otro texto u otros filtros.' : text}
      </Typography>
      <Box sx={ACTIONS}>
        {isFiltered ? (
          <Button variant="outlined" onClick={() => setFilters({})}>
            Limpiar filtros
          </Button>
        ) : (
          action
        )}
      </Box>
    </Box>
  )
}

const ACTIONS = {
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'center',
  gap: 1,
  mt: 2,
  '&:empty': { display: 'none' },
} as const

/** Offers to clear filters that the server refuses, such as those of an old link; otherwise to try again. */
export const ListError = () => {
  const { error, refetch, filterValues, setFilters } = useListContext()
  const isRefused = error instanceof ApiError && error.status === 422 && Object.keys(filterValues).length > 0
  return (
    <Alert
      severity="error"
      sx={{ m: 2 }}
      action={
        <Button color="inherit" onClick={() => (isRefused ? setFilters({}) : refetch())}>
          {isRefused ? 'Limpiar filtros' : 'Intentar de nuevo'}
        </Button>
      }
    >
      {pageErrorText(error, 'No se pudo leer la lista.')}
    </Alert>
  )
}

const BARS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

export const SkeletonRows = () => (
  <Box role="status" aria-label="Cargando" sx={{ p: 1.5 }}>
    {BARS.map((row) => (
      <Skeleton key={row} variant="rounded" height={28} sx={{ my: 1 }} />
    ))}
  </Box>
)

/** Placeholder while the page size is loading. */
export const ListSkeleton = ({ title }: { title: string }) => (
  <>
    <PageHeader title={title} />
    <Card>
      <SkeletonRows />
    </Card>
  </>
)
