import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { LinkBase, ListBase } from 'react-admin'
import { DEFECTS } from '../../../domain/contents/film-fields.ts'
import { type CheckedPart, defectInSentence, fraction, shareText } from '../../../domain/contents/quality.ts'
import { formatCount } from '../../../domain/format/text.ts'
import { resourceTitle } from '../../../domain/registry.ts'
import type { Defect } from '../../../domain/registry-entry.ts'
import { lazy } from '../../api/connection.ts'
import { request } from '../../api/http.ts'
import { listPathOf } from '../../api/paths.ts'
import { listUrl } from '../../kit/charts/links.ts'
import { ShareBar } from '../../kit/charts/ShareBar.tsx'
import { totalText } from '../../kit/list/total.ts'
import { Loading, PageHeader } from '../../kit/page/Page.tsx'
import { RetryAlert } from '../../kit/page/RetryAlert.tsx'
import { Duplicates } from './Duplicates.tsx'
import { LinkHosts } from './LinkHosts.tsx'
import { QualityCard } from './QualityCard.tsx'

const ExportDialog = lazy(async () => ({
  default: (await import('../../kit/list/ExportDialog.tsx')).ExportDialog,
}))

interface ExportTarget {
  resource: CheckedPart['resource']
  defect: Defect
}

/** Catalogue quality (Calidad del catálogo): missing data and duplicates (rule K25). */
export const QualityScreen = () => {
  const { data, error, refetch } = useQuery({
    queryKey: ['quality'],
    queryFn: ({ signal }) => request('GET /api/quality', { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const [exported, setExported] = useState<ExportTarget>()
  const parts = data?.filter(({ total }) => total > 0)
  return (
    <>
      <PageHeader title="Calidad del catálogo" />
      {error ? <RetryAlert message={error.message} onRetry={() => refetch()} /> : null}
      {parts === undefined ? error ? null : <Loading /> : <Parts parts={parts} onExport={setExported} />}
      {parts === undefined ? null : <Duplicates parts={parts} onMerged={() => refetch()} />}
      <Box sx={{ mt: 2 }}>
        <LinkHosts />
      </Box>
      {exported === undefined ? null : <Export {...exported} onClose={() => setExported(undefined)} />}
    </>
  )
}

interface PartsProps {
  parts: readonly CheckedPart[]
  onExport: (exported: ExportTarget) => void
}

const PARTS = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 380px), 1fr))',
  gap: 2,
  mb: 2,
}

const Parts = ({ parts, onExport }: PartsProps) =>
  parts.length === 0 ? (
    <Typography color="text.secondary" sx={{ mb: 2 }}>
      El catálogo está vacío. Cuando tenga contenidos, aquí se ve qué les falta y cuáles se repiten.
    </Typography>
  ) : (
    <Box sx={PARTS}>
      {parts.map((part) => (
        <Part key={part.resource} part={part} onExport={onExport} />
      ))}
    </Box>
  )

const DEFECT_LIST = {
  m: 0,
  p: 0,
  listStyle: 'none',
  '& > li': { display: 'flex', alignItems: 'center', minHeight: 44, mx: -1 },
}

const Part = ({ part, onExport }: { part: CheckedPart; onExport: PartsProps['onExport'] }) => {
  const { resource, total, defects } = part
  const present = defects.filter(({ count }) => count > 0).sort((one, other) => other.count - one.count)
  const none = defects.filter(({ count }) => count === 0)
  return (
    <QualityCard
      title={resourceTitle(resource)}
      aside={<span>{total === 1 ? '1 registro' : `${formatCount(total)} registros`}</span>}
    >
      {present.length === 0 ? null : (
        <Box component="ul" sx={DEFECT_LIST}>
          {present.map(({ defect, ...counted }) => (
            <li key={defect}>
              <DefectRow resource={resource} defect={defect} {...counted} total={total} />
              <IconButton
                aria-label={`Exportar ${resourceTitle(resource)}: ${DEFECTS[defect]}`}
                aria-haspopup="dialog"
                onClick={() => onExport({ resource, defect })}
                sx={{ width: 40, height: 40 }}
              >
                <DownloadIcon fontSize="small" />
              </IconButton>
            </li>
          ))}
        </Box>
      )}
      {none.length === 0 ? null : (
        <Box component="p" sx={{ m: '6px 0 0', fontSize: 12.5, color: 'text.secondary' }}>
          Ninguno: {none.map(({ defect }) => defectInSentence(defect)).join(', ')}.
        </Box>
      )}
    </QualityCard>
  )
}

type CountedDefect = ExportTarget & Omit<CheckedPart['defects'][number], 'defect'> & { total: number }

const DEFECT = {
  flex: 1,
  minWidth: 0,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto minmax(48px, auto)',
  gap: '3px 10px',
  alignItems: 'baseline',
  p: '6px 8px',
  borderRadius: '8px',
  color: 'inherit',
  textDecoration: 'none',
  '&:hover': { bgcolor: 'var(--chip)' },
  '& > small': { fontSize: 12, color: 'text.secondary' },
  '& > strong': { textAlign: 'right' },
} as const

const DefectRow = ({ resource, defect, count, approximate, total }: CountedDefect) => (
  <Box component={LinkBase} sx={DEFECT} to={listUrl(listPathOf(resource), { quality: defect })}>
    <span>{DEFECTS[defect]}</span>
    <small>{shareText(count, total)}</small>
    <strong>{totalText(count, { approximate })}</strong>
    <ShareBar share={fraction(count, total)} />
  </Box>
)

/** The export dialog of the counted list, without opening that list. */
const Export = ({ resource, defect, onClose }: ExportTarget & { onClose: () => void }) => (
  <ListBase
    resource={resource}
    filter={{ quality: defect }}
    perPage={1}
    storeKey={false}
    disableSyncWithLocation
    disableAuthentication
  >
    <Suspense fallback={null}>
      <ExportDialog onClose={onClose} />
    </Suspense>
  </ListBase>
)
