import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Snackbar from '@mui/material/Snackbar'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useNotify } from 'react-admin'
import { formatCount } from '../../../../domain/format/text.ts'
import { ISSUE_TYPE_NAMES } from '../../../../domain/support/issue.ts'
import { repairedByLinks } from '../../../../domain/support/repaired-by-links.ts'
import { useCan } from '../../../api/me.ts'
import { ConfirmDialog } from '../../../kit/dialogs/ConfirmDialog.tsx'
import { OFFERED_FOR_MS } from '../../../kit/page/Page.tsx'
import { VerdictTag } from '../../links/Verdict.tsx'
import { AnswerField } from './AnswerField.tsx'
import { checkNewLinks, type NewLinks } from './new-links.ts'
import {
  countReports,
  fetchOpenKinds,
  groupIds,
  type OpenKind,
  RepairAlert,
  RepairAlertProvider,
  repairAndAnswer,
  useChange,
  useOpenCount,
  useOpenKinds,
  useRepair,
  useRepairAlert,
} from './repairs.tsx'

interface RepairOfferProps {
  saved: NewLinks
  /** Kinds selected before the save; undefined: asks after it. */
  kinds: readonly string[] | undefined
  /** The answer that was written before the save; blank for none. */
  answer: string
  onClose: () => void
}

/** After a save of other links: marks the content's open reports as repaired, or offers it (rule R10). */
export const RepairOffer = ({ saved, kinds, answer, onClose }: RepairOfferProps) => {
  const canModify = useCan('modify', 'issues')
  if (!canModify) return null
  return (
    <RepairAlertProvider onClose={onClose}>
      {kinds === undefined ? (
        <Question saved={saved} onClose={onClose} />
      ) : (
        <AutomaticRepair saved={saved} kinds={kinds} answer={answer} />
      )}
    </RepairAlertProvider>
  )
}

const DOWN = 'El enlace nuevo está caído: sus reportes siguen abiertos.'

/** Checks the new links, then shows the verdicts in the form too. */
const useNewLinkCheck = (saved: NewLinks) => {
  const queryClient = useQueryClient()
  return () => checkNewLinks(saved).finally(() => void queryClient.invalidateQueries({ queryKey: ['links'] }))
}

interface AutomaticRepairProps extends Pick<RepairOfferProps, 'saved' | 'answer'> {
  kinds: readonly string[]
}

/**
 * Marks the selected kinds as repaired and answers them once the new links are checked, also if the form is left
 * meanwhile.
 */
const AutomaticRepair = ({ saved, kinds, answer }: AutomaticRepairProps) => {
  const { show } = useRepairAlert()
  const { change } = useChange('No se pudo guardar el cambio.')
  const notify = useNotify()
  const checkLinks = useNewLinkCheck(saved)
  const isStarted = useRef(false)
  const repair = async (): Promise<void> => {
    const groups = groupIds(await fetchOpenKinds(saved.record), kinds)
    if (groups.length === 0) return
    if ((await checkLinks()) === 'down') {
      notify(DOWN, { type: 'warning', autoHideDuration: OFFERED_FOR_MS })
      return
    }
    const counted = await countReports({ groups }, 'false')
    if (counted.count === 0) return
    const result = await repairAndAnswer({ groups }, counted, answer)
    if (result) show(result)
  }
  useEffect(() => {
    if (isStarted.current) return
    isStarted.current = true
    void change(repair)
  })
  return <Result />
}

const Result = () => (
  <Snackbar open anchorOrigin={{ vertical: 'top', horizontal: 'center' }} sx={{ mt: { xs: 6, sm: 5 } }}>
    <Box sx={{ boxShadow: 3, borderRadius: 1 }}>
      <RepairAlert />
    </Box>
  </Snackbar>
)

const Question = ({ saved, onClose }: Pick<RepairOfferProps, 'saved' | 'onClose'>) => {
  const [isDone, setDone] = useState(false)
  const [selection, select] = useState<readonly string[]>()
  const [answer, setAnswer] = useState('')
  const { data: kinds = [] } = useOpenKinds(saved.record, !isDone)
  const hasReports = kinds.length > 0
  const checkLinks = useNewLinkCheck(saved)
  const { data: verdict } = useQuery({
    queryKey: ['new-links', saved],
    queryFn: checkLinks,
    enabled: hasReports && saved.links.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const ticked = selection ?? (verdict === 'down' ? [] : repairedByLinks(null))
  const groups = groupIds(kinds, ticked)
  const { data: counted } = useOpenCount({ groups }, groups.length > 0 && !isDone)
  const { repair, isBusy } = useRepair({ groups }, counted, () => setDone(true), answer)
  if (isDone) return <Result />
  if (!hasReports) return null
  return (
    <ConfirmDialog
      open
      title={offerTitle(kinds.reduce((sum, { open }) => sum + open, 0))}
      confirmLabel={counted?.count === 1 ? 'Marcar como reparado' : 'Marcar como reparados'}
      cancelLabel="Ahora no"
      busy={isBusy || groups.length === 0 || counted === undefined}
      onConfirm={repair}
      onClose={onClose}
    >
      Sus enlaces acaban de cambiar. Elija los que quedaron corregidos con eso.
      <KindBoxes kinds={kinds} ticked={ticked} onTick={select} />
      <Box sx={{ display: 'grid', gap: 1.5, my: 1 }}>
        <AnswerField text={answer} onText={setAnswer} />
      </Box>
      {saved.links.length === 0 ? null : (
        <Box role="status" sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          {verdict === undefined ? 'Comprobando el enlace nuevo…' : 'El enlace nuevo:'}
          {verdict === undefined ? null : <VerdictTag verdict={verdict} />}
        </Box>
      )}
    </ConfirmDialog>
  )
}

const offerTitle = (count: number): string =>
  count === 1
    ? 'Este contenido tiene 1 reporte de error abierto'
    : `Este contenido tiene ${formatCount(count)} reportes de error abiertos`

interface KindBoxesProps {
  kinds: readonly OpenKind[]
  ticked: readonly string[]
  onTick: (ticked: readonly string[]) => void
  label?: ReactNode
}

/** A box for each kind of the open reports, with their number. */
export const KindBoxes = ({ kinds, ticked, onTick, label }: KindBoxesProps) => (
  <Box
    role="group"
    aria-label="Marcar como reparados"
    sx={{ my: 0.5, display: 'flex', flexWrap: 'wrap', columnGap: 2.5 }}
  >
    {label === undefined ? null : <Box sx={{ flex: '1 1 100%' }}>{label}</Box>}
    {kinds.map(({ issueType, open }) => (
      <FormControlLabel
        key={issueType}
        label={`${ISSUE_TYPE_NAMES[issueType]} (${formatCount(open)})`}
        control={
          <Checkbox
            size="small"
            checked={ticked.includes(issueType)}
            onChange={(_, isOn) =>
              onTick(isOn ? [...ticked, issueType] : ticked.filter((each) => each !== issueType))
            }
            sx={{ p: '5px' }}
          />
        }
        sx={{ ml: '-5px', mr: 0 }}
      />
    ))}
  </Box>
)
