import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import Radio from '@mui/material/Radio'
import TextField from '@mui/material/TextField'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type RaRecord, useGetOne, useNotify } from 'react-admin'
import { type DuplicateGroup, type MergeableResource, mergedFields } from '../../../domain/contents/merge.ts'
import { TRASH_DAYS } from '../../../domain/contract/trash.ts'
import { fieldLabel } from '../../../domain/field-labels.ts'
import { formatCount } from '../../../domain/format/text.ts'
import { API_PATHS } from '../../../domain/registry.ts'
import { isSameValue } from '../../../domain/validation/same-value.ts'
import { ApiError, request } from '../../api/http.ts'
import { useCan } from '../../api/me.ts'
import { Value } from '../../kit/changes/Value.tsx'
import { ConfirmDialog } from '../../kit/dialogs/ConfirmDialog.tsx'
import { dayText } from '../../kit/display/dates.ts'
import { Thumbnail } from '../../kit/display/display.tsx'
import { Loading } from '../../kit/page/Page.tsx'

interface CompareDialogProps {
  resource: MergeableResource
  group: DuplicateGroup
  onMerged: () => void
  onClose: () => void
}

const SIDES = ['left', 'right'] as const
type Side = (typeof SIDES)[number]
const LETTERS = { left: 'A', right: 'B' } as const

/** Fields that users don't write, or that are shown in the column headers. */
const APART: ReadonlySet<string> = new Set([
  'id',
  '_id',
  'userCreate',
  'userUpdate',
  'dateCreate',
  'dateUpdate',
  'covertImage',
  'hasLinkReserved',
  'episodes',
  'view',
])

/** Compares two records of a group and marks the differences; one can be merged into the other (rule K26). */
export const CompareDialog = ({ resource, group, onMerged, onClose }: CompareDialogProps) => {
  const heading = useId()
  const isPhone = useMediaQuery('(max-width: 599.95px)', { noSsr: true })
  const [first, second] = group.records
  const [ids, setIds] = useState({ left: first?._id ?? '', right: second?._id ?? '' })
  const [keptSide, keep] = useState<Side>('left')
  const canUpdate = useCan('modify', resource)
  const canDelete = useCan('delete', resource)
  const options = { staleTime: 0 }
  const left = useGetOne(resource, { id: ids.left }, options)
  const right = useGetOne(resource, { id: ids.right }, options)
  const error = left.error ?? right.error
  const [isAsking, ask] = useState(false)
  const pair = left.data && right.data && { left: left.data, right: right.data }
  const choose = (side: Side, id: string): void => {
    const other = side === 'left' ? 'right' : 'left'
    // Choosing the record of the other side swaps them.
    setIds(id === ids[other] ? { left: ids.right, right: ids.left } : { ...ids, [side]: id })
  }
  return (
    <Dialog open onClose={onClose} maxWidth="md" fullWidth fullScreen={isPhone} aria-labelledby={heading}>
      <DialogTitle id={heading}>Comparar</DialogTitle>
      <DialogContent>
        {error instanceof Error ? <Alert severity="error">{error.message}</Alert> : null}
        {group.records.length > 2 ? (
          <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1.5, mb: 1 }}>
            {SIDES.map((side) => (
              <TextField
                key={side}
                select
                label={`Registro ${LETTERS[side]}`}
                value={ids[side]}
                onChange={({ target }) => choose(side, target.value)}
              >
                {group.records.map(({ _id, title, year, dateCreate }) => (
                  <MenuItem key={_id} value={_id}>
                    {title} {year === null ? '' : `(${year})`} · {dayText(dateCreate)}
                  </MenuItem>
                ))}
              </TextField>
            ))}
          </Box>
        ) : null}
        {pair === undefined ? (
          error ? null : (
            <Loading />
          )
        ) : (
          <Comparison
            resource={resource}
            pair={pair}
            kept={keptSide}
            onKeep={canUpdate && canDelete ? keep : undefined}
          />
        )}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button variant="outlined" autoFocus onClick={onClose}>
          Cerrar
        </Button>
        {canUpdate && canDelete ? (
          <Button variant="contained" disabled={pair === undefined} onClick={() => ask(true)}>
            Unir
          </Button>
        ) : null}
      </DialogActions>
      {pair === undefined ? null : (
        <MergeQuestion
          resource={resource}
          kept={pair[keptSide]}
          other={pair[keptSide === 'left' ? 'right' : 'left']}
          open={isAsking}
          onClose={() => ask(false)}
          onMerged={onMerged}
        />
      )}
    </Dialog>
  )
}

interface ComparisonProps {
  resource: MergeableResource
  pair: Readonly<Record<Side, RaRecord>>
  kept: Side
  /** Undefined for users who may not merge. */
  onKeep: ((side: Side) => void) | undefined
}

const COMPARISON = {
  width: 1,
  tableLayout: 'fixed',
  borderCollapse: 'collapse',
  fontSize: { xs: 12.5, sm: 13 },
  '& :is(td, th)': {
    p: { xs: '6px 5px', sm: '6px 8px' },
    borderBottom: '1px solid var(--line)',
    textAlign: 'left',
    verticalAlign: 'top',
    overflowWrap: 'anywhere',
  },
  '& thead td': { width: { xs: 84, sm: 130 } },
  '& tbody th': { fontWeight: 400, color: 'text.secondary' },
  '& [data-differs] > th': {
    fontWeight: 600,
    color: 'text.primary',
    boxShadow: 'inset 3px 0 0 var(--action)',
  },
  '& [data-differs] > td': { background: 'color-mix(in srgb, var(--action) 8%, transparent)' },
} as const

const COLUMN = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: '8px 12px',
  '& > span': { minWidth: 0, flex: '1 1 120px', display: 'grid' },
  '& small': { fontSize: 12, fontWeight: 400, color: 'text.secondary' },
} as const

const Comparison = ({ resource, pair, kept, onKeep }: ComparisonProps) => {
  const name = useId()
  const fields = Object.keys(pair.left).filter((field) => !APART.has(field))
  return (
    <Box component="table" sx={COMPARISON}>
      <caption className="unseen">Campos de los dos registros; los que difieren están marcados</caption>
      <thead>
        <tr>
          <td />
          {SIDES.map((side) => {
            const { title, covertImage, view, dateCreate, episodes } = pair[side]
            return (
              <th key={side} scope="col">
                <Box sx={COLUMN}>
                  <Thumbnail src={String(covertImage ?? '')} alt={String(title)} width={72} />
                  <span>
                    <b translate="no">{String(title)}</b>
                    <small>
                      {formatCount(Number(view ?? 0))} visitas
                      {typeof episodes === 'number' ? ` · ${formatCount(episodes)} episodios` : ''} ·
                      registrado el {dayText(String(dateCreate))}
                    </small>
                    {onKeep === undefined ? null : (
                      <FormControlLabel
                        label="Se queda"
                        control={
                          <Radio
                            size="small"
                            name={name}
                            checked={kept === side}
                            onChange={() => onKeep(side)}
                            slotProps={{
                              input: { 'aria-label': `Se queda ${LETTERS[side]}: ${String(title)}` },
                            }}
                          />
                        }
                      />
                    )}
                  </span>
                </Box>
              </th>
            )
          })}
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => {
          const differs = !isSameValue(pair.left[field], pair.right[field])
          return (
            <tr key={field} data-differs={differs || undefined}>
              <th scope="row">
                {fieldLabel(resource, field)}
                {differs ? <span className="unseen"> (difiere)</span> : null}
              </th>
              {SIDES.map((side) => (
                <td key={side}>
                  <Value resource={resource} field={field} value={pair[side][field]} />
                </td>
              ))}
            </tr>
          )
        })}
      </tbody>
    </Box>
  )
}

interface MergeQuestionProps {
  resource: MergeableResource
  kept: RaRecord
  other: RaRecord
  open: boolean
  onMerged: () => void
  onClose: () => void
}

const MOVES = { margin: '0 0 10px' }

const listSize = (value: unknown): number => (Array.isArray(value) ? value.length : 0)

const countTexts = (count: number, one: string, many: string): string[] =>
  count > 0 ? [count === 1 ? `1 ${one}` : `${formatCount(count)} ${many}`] : []

/** States what will be moved, and merges. */
const MergeQuestion = ({ resource, kept, other, open, onMerged, onClose }: MergeQuestionProps) => {
  const notify = useNotify()
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const names = Object.keys(kept).filter((field) => !APART.has(field) || field === 'covertImage')
  const changes = mergedFields(names, kept, other)
  const more = (field: string): number =>
    field in changes ? listSize(changes[field]) - listSize(kept[field]) : 0
  const moving = [
    ...countTexts(more('content'), 'enlace', 'enlaces'),
    ...countTexts(more('categories'), 'categoría', 'categorías'),
    ...countTexts(Number(other.episodes ?? 0), 'episodio', 'episodios'),
    ...countTexts(Number(other.view ?? 0), 'visita', 'visitas'),
    'los reportes que tenga',
  ]
  const filled = Object.keys(changes).filter((field) => !['content', 'categories', 'seasons'].includes(field))
  const merge = async (): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    try {
      await request(`POST ${API_PATHS[resource]}/:id/merge`, {
        params: { id: String(kept.id) },
        body: {
          with: String(other.id),
          dateUpdate: String(kept.dateUpdate),
          withDateUpdate: String(other.dateUpdate),
        },
      })
      notify(`Se unió a «${String(kept.title)}». El otro registro está en la papelera.`, { type: 'success' })
      onMerged()
    } catch (error) {
      const fields = error instanceof ApiError ? Object.values(error.body.errors ?? {}) : []
      const message = fields.length > 0 ? fields.map(String).join(' ') : errorText(error)
      notify(message, { type: 'error', multiLine: true })
      onClose()
    } finally {
      setBusy(false)
      await queryClient.invalidateQueries({ queryKey: [resource] })
    }
  }
  return (
    <ConfirmDialog
      open={open}
      title={`Unir a «${String(kept.title)}»`}
      confirmLabel="Unir"
      busy={isBusy}
      onConfirm={merge}
      onClose={onClose}
    >
      <p style={MOVES}>Pasan a este registro: {moving.join(', ').replace(/, ([^,]*)$/, ' y $1')}.</p>
      {filled.length > 0 ? (
        <p style={MOVES}>
          Se completa con el otro: {filled.map((field) => fieldLabel(resource, field)).join(', ')}.
        </p>
      ) : null}
      <p style={MOVES}>
        El otro va a la papelera por {TRASH_DAYS} días; restaurado, vuelve sin visitas ni reportes.
      </p>
    </ConfirmDialog>
  )
}

const errorText = (error: unknown): string =>
  error instanceof Error ? error.message : 'No se pudieron unir.'
