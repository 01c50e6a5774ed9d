import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { LinkBase, useCreatePath } from 'react-admin'
import {
  DUPLICATE_REASONS,
  type DuplicateGroup,
  type MergeableResource,
} from '../../../domain/contents/merge.ts'
import { DATED_CONTENTS } from '../../../domain/contents/newest-contents.ts'
import type { CheckedPart } from '../../../domain/contents/quality.ts'
import { formatCount } from '../../../domain/format/text.ts'
import { API_PATHS, resourceTitle } from '../../../domain/registry.ts'
import { lazy } from '../../api/connection.ts'
import { request } from '../../api/http.ts'
import { Tag, Thumbnail } from '../../kit/display/display.tsx'
import { PageLinks } from '../../kit/list/CatalogueList.tsx'
import { Loading } from '../../kit/page/Page.tsx'
import { RetryAlert } from '../../kit/page/RetryAlert.tsx'
import { QualityCard } from './QualityCard.tsx'

const CompareDialog = lazy(async () => ({ default: (await import('./CompareDialog.tsx')).CompareDialog }))

const PAGE = 10

interface DuplicatesProps {
  parts: readonly CheckedPart[]
  /** Called when the counts have changed. */
  onMerged: () => void
}

const partsWithDuplicates = (parts: readonly CheckedPart[]): MergeableResource[] =>
  DATED_CONTENTS.filter((resource) =>
    parts.some(
      (part) =>
        part.resource === resource &&
        part.defects.some(({ defect, count }) => defect === 'duplicate' && count > 0),
    ),
  )

export const Duplicates = ({ parts, onMerged }: DuplicatesProps) => {
  const resources = partsWithDuplicates(parts)
  const [selected, select] = useState<MergeableResource>()
  const resource = resources.find((each) => each === selected) ?? resources[0]
  return (
    <QualityCard
      title="Posibles duplicados"
      aside={
        resource === undefined || resources.length < 2 ? (
          <span>{resource === undefined ? '' : resourceTitle(resource)}</span>
        ) : (
          <TextField
            select
            label="Contenido"
            value={resource}
            onChange={({ target }) => select(resources.find((each) => each === target.value))}
            sx={{ my: 0, minWidth: 160 }}
          >
            {resources.map((each) => (
              <MenuItem key={each} value={each}>
                {resourceTitle(each)}
              </MenuItem>
            ))}
          </TextField>
        )
      }
    >
      {resource === undefined ? (
        <Typography color="text.secondary">No se encontró nada que parezca registrado dos veces.</Typography>
      ) : (
        <Groups key={resource} resource={resource} onMerged={onMerged} />
      )}
    </QualityCard>
  )
}

const GROUPS = {
  m: 0,
  p: 0,
  listStyle: 'none',
  '& > li': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '8px 20px',
    py: '10px',
    borderTop: '1px solid var(--line)',
  },
  '& small': { fontSize: 12, color: 'text.secondary' },
} as const

const Groups = ({ resource, onMerged }: { resource: MergeableResource; onMerged: () => void }) => {
  const [page, setPage] = useState(1)
  const path = API_PATHS[resource]
  const { data, error, refetch } = useQuery({
    queryKey: [resource, 'duplicates', page],
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ page: String(page), limit: String(PAGE) })
      const groups = await request(`GET ${path}/duplicates`, { query, signal })
      const { count } = await request(`GET ${path}/duplicates/size`, { signal })
      return { groups, count }
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const [compared, compare] = useState<DuplicateGroup>()
  if (error !== null) return <RetryAlert message={error.message} onRetry={() => refetch()} />
  if (data === undefined) return <Loading />
  const pages = Math.max(1, Math.ceil(data.count / PAGE))
  // The last group of the last page was merged.
  if (page > pages) setPage(pages)
  const merged = (): void => {
    compare(undefined)
    void refetch()
    onMerged()
  }
  return (
    <>
      <Typography color="text.secondary" role="status" sx={{ mb: 1 }}>
        {data.count === 1 ? '1 grupo' : `${formatCount(data.count)} grupos`} con el mismo código IMDb, o con
        el mismo título y año.
      </Typography>
      <Box component="ul" sx={GROUPS}>
        {data.groups.map((group) => (
          <li key={group.records.map(({ _id }) => _id).join()}>
            <Group resource={resource} group={group} onCompare={() => compare(group)} />
          </li>
        ))}
      </Box>
      {pages > 1 ? (
        <Box sx={{ display: 'flex', justifyContent: 'center', mt: 1.5 }}>
          <PageLinks page={page} count={pages} onChange={setPage} />
        </Box>
      ) : null}
      {compared === undefined ? null : (
        <Suspense fallback={null}>
          <CompareDialog
            resource={resource}
            group={compared}
            onMerged={merged}
            onClose={() => compare(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}

const MAX_SHOWN = 4

const RECORDS = {
  flex: '1 1 420px',
  minWidth: 0,
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 220px), 1fr))',
  gap: '8px 16px',
}

const RECORD = {
  minWidth: 0,
  display: 'flex',
  alignItems: 'center',
  gap: '10px',
  '& > div:last-child': { minWidth: 0, display: 'grid', overflowWrap: 'anywhere' },
} as const

const TOOLS = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 } as const

interface GroupProps {
  resource: MergeableResource
  group: DuplicateGroup
  onCompare: () => void
}

const Group = ({ resource, group, onCompare }: GroupProps) => {
  const createPath = useCreatePath()
  const { records, reasons, count } = group
  const [first] = records
  return (
    <>
      <Box sx={RECORDS}>
        {records.slice(0, MAX_SHOWN).map((record) => (
          <Box key={record._id} sx={RECORD}>
            <Thumbnail src={record.covertImage} alt={record.title} width={36} />
            <div>
              <Link
                component={LinkBase}
                to={createPath({ resource, type: 'edit', id: record._id })}
                translate="no"
              >
                {record.title}
              </Link>
              <small>
                {[record.year, record.imdbId, record.status ? '' : 'inactivo'].filter(Boolean).join(' · ')}
              </small>
            </div>
          </Box>
        ))}
      </Box>
      <Box sx={TOOLS}>
        {reasons.map((reason) => (
          <Tag key={reason}>{DUPLICATE_REASONS[reason]}</Tag>
        ))}
        {count > MAX_SHOWN ? <small>y {formatCount(count - MAX_SHOWN)} más</small> : null}
        <Button
          variant="outlined"
          size="small"
          aria-haspopup="dialog"
          aria-label={`Comparar ${first?.title ?? ''}`}
          onClick={onCompare}
        >
          Comparar
        </Button>
      </Box>
    </>
  )
}
