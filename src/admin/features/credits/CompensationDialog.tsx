import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDebouncedEvent } from 'react-admin'
import {
  COMPENSATION_MESSAGES,
  type CompensationPreview,
  newCompensation,
} from '../../../domain/credits/compensation.ts'
import { formatCount } from '../../../domain/format/text.ts'
import { validate } from '../../../domain/validation/errors.ts'
import { request } from '../../api/http.ts'
import { newKey } from '../../api/request-key.ts'
import { dayText } from '../../kit/display/dates.ts'
import { FieldsDialog } from '../../kit/form/FormDialog.tsx'
import { FieldLabel } from '../../kit/inputs/inputs.tsx'
import { MomentField } from '../../kit/inputs/MomentField.tsx'
import { openJobs } from '../../kit/jobs/shown-jobs.ts'
import { ONE_LINE } from '../../kit/list/columns.tsx'
import { errorText, isRejection } from './transaction-retries.ts'

const UNCERTAIN = 'No se sabe si empezó. Al reintentar no se repite.'

interface CompensationDialogProps {
  /** Filters of the list of users; none: all users. */
  filter: Readonly<Record<string, string>>
  onClose: () => void
}

/** 'Compensar días': counts those who would get the days, shows three of them, and starts the batch. */
const CompensationDialog = ({ filter, onClose }: CompensationDialogProps) => {
  const [at, setAt] = useState<unknown>(() => new Date().toISOString())
  const [days, setDays] = useState('1')
  const [reason, setReason] = useState('')
  const [shown, setShown] = useState({ at, days: 1 })
  const showSoon = useDebouncedEvent((terms: typeof shown) => setShown(terms), 250)
  const { state, start } = useStart(onClose)
  const terms = { at, days: days === '' ? undefined : Number(days) }
  const errors = { at: momentError(at), days: fieldError('days', terms.days) }
  const isValid = errors.at === undefined && errors.days === undefined
  const preview = useQuery({
    queryKey: ['compensation', filter, shown],
    queryFn: ({ signal }) =>
      request('POST /api/license_transactions/compensations/preview', {
        body: { at: String(shown.at), days: shown.days, filter: { ...filter } },
        signal,
      }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  })
  const change = (next: { at?: unknown; days?: string }): void => {
    const changed = { at, days, ...next }
    setAt(changed.at)
    setDays(changed.days)
    const count = Number(changed.days)
    if (momentError(changed.at) === undefined && fieldError('days', count) === undefined)
      showSoon({ at: changed.at, days: count })
  }
  const isShown = isValid && !preview.isFetching && shown.at === at && String(shown.days) === days
  const { data } = preview
  const count = data?.count ?? 0
  const isFixed = state.isBusy || state.open !== undefined
  const submit = async (): Promise<void> => {
    const expected = data?.count ?? 0
    await start({ at: String(shown.at), days: shown.days, filter: { ...filter }, reason, expected })
    void preview.refetch()
  }
  const message = state.message ?? (preview.error === null ? undefined : errorText(preview.error))
  return (
    <FieldsDialog
      title="Compensar días"
      sx={{ gridTemplateColumns: 'minmax(0, 1fr)', alignContent: 'start', gap: 2 }}
      submitLabel={state.open === undefined ? submitLabel(isShown ? count : 0) : 'Reintentar'}
      isDisabled={state.open === undefined && (!isShown || count === 0 || reason.trim() === '')}
      isBusy={state.isBusy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Box sx={{ color: 'text.secondary' }}>
        {Object.keys(filter).length === 0
          ? 'A todos los clientes con la licencia vigente en ese momento.'
          : 'A los clientes de la lista, con sus filtros, con la licencia vigente en ese momento.'}
      </Box>
      <MomentField
        name="at"
        label="Licencias vigentes el"
        value={at}
        onChange={(next) => change({ at: next })}
        error={errors.at}
        isDisabled={isFixed}
      />
      <TextField
        label="Días"
        value={days}
        disabled={isFixed}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => change({ days: target.value.trim() })}
        error={errors.days !== undefined}
        helperText={errors.days}
        slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 2 } }}
      />
      <TextField
        label={<FieldLabel required>Motivo</FieldLabel>}
        value={reason}
        disabled={isFixed}
        onChange={({ target }) => setReason(target.value)}
        helperText="Queda en cada movimiento y en la auditoría."
        slotProps={{ htmlInput: { maxLength: 200, 'aria-required': true } }}
      />
      {message === undefined ? null : (
        <Alert severity={state.open === undefined ? 'error' : 'warning'} role="alert">
          {message}
        </Alert>
      )}
      {data === undefined || !isValid ? null : <Preview preview={data} />}
    </FieldsDialog>
  )
}

const fieldError = (field: 'days' | 'at', value: unknown): string | undefined =>
  validate(newCompensation.shape[field], value)[0]?.message

const momentError = (at: unknown): string | undefined => {
  const message = fieldError('at', at)
  return message === undefined && new Date(String(at)) > new Date() ? COMPENSATION_MESSAGES.future : message
}

const submitLabel = (count: number): string =>
  count === 0 ? 'Compensar' : `Compensar a ${formatCount(count)}`

const countText = (count: number): string => {
  if (count === 0) return 'Ningún cliente tenía entonces la licencia vigente.'
  return count === 1 ? '1 cliente recibe los días.' : `${formatCount(count)} clientes reciben los días.`
}

const endedText = (ended: number): string =>
  ended === 1
    ? 'De 1 la licencia ya terminó: empieza de nuevo ahora.'
    : `De ${formatCount(ended)} la licencia ya terminó: empiezan de nuevo ahora.`

const Preview = ({ preview: { count, ended, examples } }: { preview: CompensationPreview }) => (
  <Box
    role="status"
    sx={{ display: 'grid', gap: 1, bgcolor: 'var(--chip)', borderRadius: '8px', px: 1.5, py: 1 }}
  >
    <strong>{countText(count)}</strong>
    {ended === 0 ? null : <span>{endedText(ended)}</span>}
    {examples.map(({ _id, name, fullName, dateExpire, newDateExpire, message }) => (
      <Box key={_id} sx={{ display: 'grid' }}>
        <Box component="span" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {fullName || name}:
        </Box>
        {newDateExpire === null ? (
          <Box component="span" sx={{ color: 'error.main' }}>
            {message}
          </Box>
        ) : (
          <span style={ONE_LINE}>
            {dayText(dateExpire)} → <strong>{dayText(newDateExpire)}</strong>
          </span>
        )}
      </Box>
    ))}
  </Box>
)

type Asked = Parameters<typeof send>[0]

const send = (
  asked: {
    at: string
    days: number
    filter: Record<string, string>
    reason: string
    expected: number
  },
  idempotencyKey: string,
) => request('POST /api/license_transactions/compensations', { body: asked, idempotencyKey })

interface StartState {
  isBusy: boolean
  /** A start of unknown outcome: only the same one may be sent. */
  open: { asked: Asked; key: string } | undefined
  message: string | undefined
}

/** Starts the batch once, despite lost responses, and shows it. */
const useStart = (onClose: () => void) => {
  const [state, setState] = useState<StartState>({ isBusy: false, open: undefined, message: undefined })
  const start = async (asked: Asked): Promise<void> => {
    const open = state.open ?? { asked, key: newKey() }
    setState({ ...state, isBusy: true, message: undefined })
    try {
      const { batch } = await send(open.asked, open.key)
      onClose()
      openJobs(batch)
    } catch (error) {
      const isRejected = isRejection(error, state.open !== undefined)
      const message = isRejected ? errorText(error) : `${errorText(error)} ${UNCERTAIN}`
      setState({ isBusy: false, open: isRejected ? undefined : open, message })
    }
  }
  return { state, start }
}

export default CompensationDialog
