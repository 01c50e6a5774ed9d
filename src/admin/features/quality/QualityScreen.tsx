import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Suspense, useId, useState } from 'react'
import { LinkBase, ListBase } from 'react-admin'
import { DEFECTS } from '../../../domain/contents/film-fields.ts'
import { type CheckedPart, defectInSentence, shareOf, shareText } from '../../../domain/contents/quality.ts'
import { formatCount } from '../../../domain/format/text.ts'
import { type Defect, titleOf } from '../../../domain/registry.ts'
import { listPathOf } from '../../api/addresses.ts'
import { lazy } from '../../api/connection.ts'
import { ask } from '../../api/http.ts'
import { listAddress } from '../../kit/charts/links.ts'
import { totalText } from '../../kit/list/total.ts'
import { Loading, PageHeader } from '../../kit/page/Page.tsx'
import { Duplicates } from './Duplicates.tsx'
import './quality.css'

const ExportDialog = lazy(async () => ({
  default: (await import('../../kit/list/ExportDialog.tsx')).ExportDialog,
}))

interface Exported {
  resource: CheckedPart['resource']
  defect: Defect
}

/** Catalogue quality (Calidad del catálogo): missing data and duplicates (rule K25). */
export const QualityScreen = () => {
  const { data, error, refetch } = useQuery({
    queryKey: ['quality'],
    queryFn: ({ signal }) => ask('GET /api/quality', { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const [exported, setExported] = useState<Exported>()
  const parts = data?.filter(({ total }) => total > 0)
  return (
    <>
      <PageHeader title="Calidad del catálogo" />
      {error ? (
        <Alert severity="error" action={<Button onClick={() => refetch()}>Reintentar</Button>}>
          {error.message}
        </Alert>
      ) : null}
      {parts === undefined ? error ? null : <Loading /> : <Parts parts={parts} onExport={setExported} />}
      {parts === undefined ? null : <Duplicates parts={parts} onMerged={() => refetch()} />}
      {exported === undefined ? null : <Export {...exported} onClose={() => setExported(undefined)} />}
    </>
  )
}

interface PartsProps {
  parts: readonly CheckedPart[]
  onExport: (exported: Exported) => void
}

const Parts = ({ parts, onExport }: PartsProps) =>
  parts.length === 0 ? (
    <Typography color="text.secondary">El catálogo está vacío.</Typography>
  ) : (
    <div className="quality-parts">
      {parts.map((part) => (
        <Part key={part.resource} part={part} onExport={onExport} />
      ))}
    </div>
  )

const Part = ({ part, onExport }: { part: CheckedPart; onExport: PartsProps['onExport'] }) => {
  const { resource, total, defects } = part
  const heading = useId()
  const found = defects.filter(({ count }) => count > 0).sort((one, other) => other.count - one.count)
  const none = defects.filter(({ count }) => count === 0)
  return (
    <Card component="section" aria-labelledby={heading} className="quality-part">
      <div className="quality-head">
        <Typography id={heading} component="h2" sx={{ fontSize: 16, fontWeight: 700 }}>
          {titleOf(resource)}
        </Typography>
        <span>{total === 1 ? '1 registro' : `${formatCount(total)} registros`}</span>
      </div>
      {found.length === 0 ? null : (
        <ul className="quality-defects">
          {found.map(({ defect, ...counted }) => (
            <li key={defect}>
              <DefectRow resource={resource} defect={defect} {...counted} total={total} />
              <IconButton
                aria-label={`Exportar ${titleOf(resource)}: ${DEFECTS[defect]}`}
                aria-haspopup="dialog"
                onClick={() => onExport({ resource, defect })}
                className="quality-export"
              >
                <DownloadIcon fontSize="small" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {none.length === 0 ? null : (
        <p className="quality-none">
          Ninguno: {none.map(({ defect }) => defectInSentence(defect)).join(', ')}.
        </p>
      )}
    </Card>
  )
}

type CountedDefect = Exported & Omit<CheckedPart['defects'][number], 'defect'> & { total: number }

const DefectRow = ({ resource, defect, count, approximate, total }: CountedDefect) => (
  <LinkBase className="quality-defect" to={listAddress(listPathOf(resource), { quality: defect })}>
    <span>{DEFECTS[defect]}</span>
    <small>{shareText(count, total)}</small>
    <strong>{totalText(count, { approximate })}</strong>
    <span className="quality-track" aria-hidden="true">
      <i style={{ width: `max(3px, ${shareOf(count, total) * 100}%)` }} />
    </span>
  </LinkBase>
)

/** The export dialog of the counted list, without opening that list. */
const Export = ({ resource, defect, onClose }: Exported & { onClose: () => void }) => (
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
