import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { type RaRecord, useDataProvider, useNavigate, useNotify, useResourceContext } from 'react-admin'
import { formatCount } from '../../../../domain/format/text.ts'
import { ISSUE_TYPE_NAMES } from '../../../../domain/support/issue.ts'
import type { ResponseBody } from '../../../api/http.ts'
import { DEFAULT_FILTERS, defaultSort } from '../../../api/lists.ts'
import { canAccess, useCachedMe, useCan } from '../../../api/me.ts'
import { formPathOf } from '../../../api/paths.ts'
import { momentText } from '../../../kit/display/dates.ts'
import { readNavigation } from '../../../kit/page/list-navigation.ts'
import { useLinkHealth } from '../../links/health.ts'
import { AnswerField } from './AnswerField.tsx'
import { KindBoxes } from './RepairOffer.tsx'
import {
  contentIds,
  groupIds,
  RepairAlert,
  RepairAlertProvider,
  reportSearch,
  useOpenCount,
  useOpenKinds,
  useRepair,
} from './repairs.tsx'

type ReportedRow = (ResponseBody<'GET /api/issues'> | ResponseBody<'GET /api/issues/groups'>)[number] &
  RaRecord

const isOpen = (row: ReportedRow): boolean => ('open' in row ? row.open > 0 : !row.status)

/** Opens the content of the next open report, in the order of the user's list. */
const useNextReport = (mediaId: string): (() => Promise<void>) => {
  const dataProvider = useDataProvider()
  const navigate = useNavigate()
  const notify = useNotify()
  const me = useCachedMe()
  return async () => {
    const opening = { sort: defaultSort('issues'), filter: DEFAULT_FILTERS.issues }
    const params = readNavigation('issues')?.params ?? { pagination: { page: 1, perPage: 50 }, ...opening }
    try {
      const { data } = await dataProvider.getList<ReportedRow>('issues', params)
      const at = data.findLastIndex((row) => row.mediaId === mediaId)
      const next = [...data.slice(at + 1), ...data.slice(0, at + 1)].find(
        (row) => row.mediaId !== mediaId && isOpen(row) && me && canAccess(me, 'edit', row.resource),
      )
      if (next === undefined) notify('No hay más reportes en la lista.', { type: 'info' })
      else navigate(`${formPathOf(next.resource, ...contentIds(next))}${reportSearch(next)}`)
    } catch (failure) {
      notify(failure instanceof Error ? failure.message : String(failure), { type: 'error' })
    }
  }
}

interface ReportBannerProps {
  mediaId: string
  report: string
  /** The kinds of reports that saving changed links marks as repaired. */
  ticked: readonly string[]
  onTick: (ticked: readonly string[]) => void
  /** The answer that goes with that repair; blank for none. */
  answer: string
  onAnswer: (answer: string) => void
}

const NAMES: Readonly<Record<string, string>> = ISSUE_TYPE_NAMES

/** Sticky next to the links, unless the window is as low as at a zoom of 400 %. */
const BANNER = {
  mb: 2,
  alignItems: 'center',
  flexWrap: { xs: 'wrap', sm: 'nowrap' },
  zIndex: 'appBar',
  '@media (min-height: 600px) and (min-width: 600px)': { position: 'sticky', top: 60 },
  '& .MuiAlert-message': { flex: '1 1 200px', overflow: 'visible' },
} as const

const BESIDE = { display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', columnGap: 3 } as const

const ANSWER = {
  flex: '1 1 280px',
  maxWidth: 480,
  display: 'grid',
  color: 'text.primary',
} as const

/** The report about the form's content, with a link to the next report. */
export const ReportBanner = (props: ReportBannerProps) => (
  <RepairAlertProvider>
    <Banner {...props} />
    <RepairAlert sx={{ '&:not(:empty)': { mb: 2 } }} />
  </RepairAlertProvider>
)

const Banner = ({ mediaId, report, ticked, onTick, answer, onAnswer }: ReportBannerProps) => {
  const canModify = useCan('modify', 'issues')
  const { data: kinds } = useOpenKinds(mediaId)
  const openNext = useNextReport(mediaId)
  const count = kinds?.reduce((sum, { open }) => sum + open, 0)
  const isOpen = canModify && count !== undefined && count > 0
  return (
    <Alert
      severity={count === 0 ? 'success' : 'warning'}
      role="region"
      aria-label="Reporte de error"
      sx={BANNER}
      action={
        <Button color="inherit" size="small" onClick={openNext}>
          Siguiente reporte
        </Button>
      }
    >
      <strong>{NAMES[report] ?? 'Error reportado'}</strong>
      {count === undefined
        ? null
        : count === 0
          ? ' · No quedan reportes abiertos.'
          : ` · ${count === 1 ? '1 reporte abierto' : `${formatCount(count)} reportes abiertos`}`}
      <ReportedLinks mediaId={mediaId} groups={isOpen ? groupIds(kinds ?? [], ticked) : []} answer={answer} />
      {isOpen ? (
        <Box sx={BESIDE}>
          <Box sx={{ flex: '1 1 380px' }}>
            <KindBoxes
              kinds={kinds ?? []}
              ticked={ticked}
              onTick={onTick}
              label="Al guardar otros enlaces, marcar como reparados:"
            />
          </Box>
          <Box sx={ANSWER}>
            <AnswerField key={mediaId} text={answer} onText={onAnswer} />
          </Box>
        </Box>
      ) : null}
    </Alert>
  )
}

interface ReportedLinksProps {
  mediaId: string
  /** The groups of the reports to offer as repaired; empty for none. */
  groups: readonly string[]
  answer: string
}

/** Check results of a reported content's links; if all work again, offers to mark its reports as repaired. */
const ReportedLinks = ({ mediaId, groups, answer }: ReportedLinksProps) => {
  const { data = [] } = useLinkHealth(useResourceContext(), mediaId)
  const checked = data.filter((link) => link.checked !== null && link.deactivated === null)
  const last = checked
    .map(({ checked }) => checked ?? '')
    .sort()
    .at(-1)
  if (last === undefined) return null
  const down = checked.filter(({ verdict }) => verdict === 'down').length
  const isWell = checked.length === data.length && checked.every(({ verdict }) => verdict === 'up')
  const isOffered = isWell && groups.length > 0
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
      <span>
        {isOffered ? 'Sus enlaces responden de nuevo' : downText(down, checked.length)} · {momentText(last)}
      </span>
      {isOffered ? <MarkRepaired groups={groups} answer={answer} /> : null}
    </Box>
  )
}

const downText = (down: number, links: number): string =>
  down === 0
    ? 'Ningún enlace caído'
    : `${formatCount(down)} de ${formatCount(links)} ${links === 1 ? 'enlace' : 'enlaces'} ${down === 1 ? 'caído' : 'caídos'}`

const MarkRepaired = ({ groups, answer }: Pick<ReportedLinksProps, 'groups' | 'answer'>) => {
  const filters = { groups: [...groups] }
  const { data: counted } = useOpenCount(filters)
  // A repair with an answer goes on in the background: the reports stay open until it has ended.
  const [isSent, setSent] = useState(false)
  const { repair, isBusy } = useRepair(filters, counted, () => setSent(true), answer)
  return (
    <Button
      color="inherit"
      size="small"
      variant="outlined"
      disabled={isSent}
      loading={isBusy}
      onClick={repair}
    >
      {counted?.count === 1 ? 'Marcar como reparado' : 'Marcar como reparados'}
    </Button>
  )
}
