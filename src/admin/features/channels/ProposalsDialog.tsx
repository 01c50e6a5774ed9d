import Alert from '@mui/material/Alert'
import Avatar from '@mui/material/Avatar'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useRefresh } from 'react-admin'
import { DEFAULT_LIKENESS, MIN_LIKENESS } from '../../../domain/channels/epg-likeness.ts'
import type { EpgProposal } from '../../../domain/channels/epg-proposals.ts'
import { formatCount } from '../../../domain/format/text.ts'
import { request } from '../../api/http.ts'
import { timeText } from '../../kit/display/dates.ts'
import { type CardColumn, CardTable, Pages } from '../imports/CardTable.tsx'
import { ImportFrame, useAttempt } from '../imports/steps.tsx'

const KEY = ['channels', 'epg-proposals']
const ROWS = 20
const MIN_PERCENT = MIN_LIKENESS * 100

const toPercent = (likeness: number): number => Math.floor(likeness * 100)

const proposalColumns = (isBusy: boolean, take: (taken: EpgProposal) => void): CardColumn<EpgProposal>[] => [
  {
    heading: 'Canal',
    onPhone: 'title',
    wraps: true,
    minWidth: 200,
    cell: ({ channel: { number, title, image } }) => (
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
        <Avatar variant="rounded" src={image} alt="" slotProps={{ img: { loading: 'lazy' } }}>
          {title.slice(0, 1)}
        </Avatar>
        <span>
          {number} · {title}
        </span>
      </Box>
    ),
  },
  {
    heading: 'En la guía',
    wraps: true,
    minWidth: 180,
    cell: ({ name, epgId, guide }) => (
      <Box sx={{ display: 'grid' }}>
        <strong>{name}</strong>
        <Box component="span" sx={{ color: 'text.secondary', fontSize: 12 }}>
          {epgId} · {guide.name}
        </Box>
      </Box>
    ),
  },
  {
    heading: 'Ahora',
    wraps: true,
    cell: ({ now }) => (now === null ? '—' : `${now.title} (${timeText(now.start)} – ${timeText(now.stop)})`),
  },
  { heading: 'Parecido', align: 'right', cell: ({ likeness }) => `${toPercent(likeness)} %` },
  {
    heading: 'Acciones',
    onPhone: 'unlabelled',
    align: 'right',
    cell: (proposal) => (
      <Button
        size="small"
        variant="outlined"
        disabled={isBusy}
        aria-label={`Tomar ${proposal.name} para ${proposal.channel.title}`}
        onClick={() => take(proposal)}
      >
        Tomar
      </Button>
    ),
  },
]

interface AppliedProposals {
  batch: string
  changed: number
}

const takenText = (changed: number): string =>
  changed === 1
    ? 'Se asignó la guía de 1 canal.'
    : `Se asignaron las guías de ${formatCount(changed)} canales.`

const POLL_MS = 500
const MAX_POLLS = 60

/** Waits for a batch, so that the undone channels are proposed again; a longer one goes on under 'Mis tareas'. */
const waitForEnd = async (batch: string): Promise<void> => {
  for (let polls = 0; polls < MAX_POLLS; polls++) {
    const { state } = await request('GET /api/batches/:id', { params: { id: batch } })
    if (state !== 'running') return
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

const useProposals = () => {
  const { attempt, ...state } = useAttempt()
  const [taken, setTaken] = useState<AppliedProposals>()
  const refresh = useRefresh()
  const client = useQueryClient()
  const { data, error, isFetching } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => request('GET /api/channels/epg-proposals', { signal }),
    staleTime: 0,
    gcTime: 0,
  })
  const run = async (work: () => Promise<void>): Promise<void> => {
    await attempt(work)
    refresh()
    await client.invalidateQueries({ queryKey: KEY })
  }
  const take = (chosen: readonly EpgProposal[]) =>
    run(async () => {
      const proposals = chosen.map(({ channel, guide, epgId }) => ({
        channel: channel._id,
        dateUpdate: channel.dateUpdate,
        guide: guide._id,
        epgId,
      }))
      setTaken(await request('POST /api/channels/epg-proposals', { body: { proposals } }))
    })
  const undo = ({ batch }: AppliedProposals) =>
    run(async () => {
      const undoing = await request('POST /api/batches/:id/undo', { params: { id: batch } })
      await waitForEnd(undoing.batch)
      setTaken(undefined)
    })
  return { ...state, proposals: data, error, isFetching, taken, take, undo }
}

/** Proposes guides for channels without one, the most alike names first (rules T15, T16). */
export const ProposalsDialog = ({ onClose }: { onClose: () => void }) => {
  const { isBusy, problem, proposals, error, isFetching, taken, take, undo } = useProposals()
  const [percent, setPercent] = useState(String(DEFAULT_LIKENESS * 100))
  const [page, setPage] = useState(1)
  const least = Number(percent)
  const isValid = percent !== '' && least >= MIN_PERCENT && least <= 100
  const above = isValid ? (proposals ?? []).filter(({ likeness }) => toPercent(likeness) >= least) : []
  const pages = Math.ceil((proposals?.length ?? 0) / ROWS)
  const current = Math.max(1, Math.min(page, pages))
  const rows = proposals?.slice((current - 1) * ROWS, current * ROWS) ?? []
  return (
    <ImportFrame
      title="Proponer guías"
      width="lg"
      isBusy={isBusy}
      isLoading={isFetching || isBusy}
      problem={problem ?? error?.message}
      onClose={onClose}
    >
      <DialogContent
        tabIndex={0}
        role="group"
        aria-label="Propuestas"
        sx={{ display: 'grid', gap: 2, pt: 0 }}
      >
        <Box role="status" sx={{ mt: 1, '&:empty': { position: 'absolute' } }}>
          {taken === undefined ? null : (
            <Alert
              severity="success"
              role="presentation"
              action={
                <Button color="inherit" disabled={isBusy} onClick={() => undo(taken)}>
                  Deshacer
                </Button>
              }
            >
              {takenText(taken.changed)}
            </Alert>
          )}
        </Box>
        <Typography color="text.secondary">
          Canales sin guía, y el canal más parecido de las guías activas.
        </Typography>
        {proposals?.length === 0 ? (
          <Typography>
            No hay propuestas: los canales ya tienen guía, o ninguna guía leída se les parece.
          </Typography>
        ) : null}
        {rows.length > 0 ? (
          <>
            <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start', flexWrap: 'wrap' }}>
              <TextField
                label="Parecido mínimo (%)"
                type="number"
                value={percent}
                onChange={({ target }) => setPercent(target.value)}
                error={!isValid}
                helperText={isValid ? ' ' : `De ${MIN_PERCENT} a 100.`}
                slotProps={{ htmlInput: { min: MIN_PERCENT, max: 100 } }}
                sx={{ width: 190, my: 0 }}
              />
              <Button
                variant="contained"
                disabled={isBusy || isFetching || above.length === 0}
                onClick={() => take(above)}
                // Beside the input, below its label.
                sx={{ mt: { xs: 0, sm: 2.6 } }}
              >
                {above.length === 1 ? 'Tomar 1 propuesta' : `Tomar ${formatCount(above.length)} propuestas`}
              </Button>
            </Box>
            <CardTable
              label="Guías propuestas"
              columns={proposalColumns(isBusy || isFetching, (proposal) => take([proposal]))}
              rows={rows}
              rowKey={({ channel }) => channel._id}
            />
            <Pages page={current} count={pages} onChange={setPage} />
          </>
        ) : null}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button variant="outlined" disabled={isBusy} onClick={onClose}>
          Cerrar
        </Button>
      </DialogActions>
    </ImportFrame>
  )
}
