import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useId, useRef, useState } from 'react'
import { BULK_MESSAGES, MAX_RECORDS } from '../../../../domain/batches/bulk.ts'
import { ISSUE_TYPE_NAMES } from '../../../../domain/support/issue.ts'
import {
  ANSWER_PLACEHOLDERS,
  answerTextError,
  fillAnswer,
  MAX_COMMENT,
  noteSchema,
} from '../../../../domain/support/issue-comment.ts'
import { type ResponseBody, type RowOf, request } from '../../../api/http.ts'
import { useCan } from '../../../api/me.ts'
import { useSettings } from '../../../api/settings.ts'
import { momentText } from '../../../kit/display/dates.ts'
import { FieldsDialog } from '../../../kit/form/FormDialog.tsx'
import { FieldLabel } from '../../../kit/inputs/inputs.tsx'
import { openJobs } from '../../../kit/jobs/shown-jobs.ts'
import {
  answerAll,
  isBlank,
  type OpenCount,
  repairAll,
  repairedText,
  repairQuestion,
  reportsText,
  useChange,
  useKeepRow,
  useRepairAlert,
  useReportCount,
} from './repairs.tsx'
import type { ReportsTarget } from './reply-dialogs.tsx'
import { SenderName, SenderNames } from './senders.tsx'

type IssueRow = RowOf<'issues'>
type Comment = ResponseBody<'GET /api/issues/:id/comments'>[number]

const KINDS = [
  { value: 'answer', label: 'Responder' },
  { value: 'note', label: 'Nota interna' },
] as const
type Kind = (typeof KINDS)[number]['value']

const PLACEHOLDERS = Object.entries(ANSWER_PLACEHOLDERS)
  .map(([name, meaning]) => `{${name}}: ${meaning.toLowerCase()}`)
  .join(' · ')

/** The message about an invalid text; undefined if it is valid. */
const textError = (kind: Kind, text: string): string | undefined =>
  kind === 'answer' ? answerTextError(text) : noteSchema.safeParse({ text }).error?.issues[0]?.message

/** The same of an answer that may be left out. */
const optionalTextError = (text: string): string | undefined =>
  isBlank(text) ? undefined : answerTextError(text)

interface TextFieldsProps {
  kind: Kind
  text: string
  onText: (text: string) => void
  /** It may be left out: the reports are repaired. */
  isOptional: boolean
  /** Shows its error: the text was submitted. */
  isChecked: boolean
  isFocused?: boolean
  input: RefObject<HTMLTextAreaElement | null>
  /** The report that the preview is about, if the text has placeholders. */
  example: Pick<IssueRow, 'title' | 'issueType'> | undefined
}

/** The text of an answer or a note; an answer can start from a template. */
const TextFields = (props: TextFieldsProps) => {
  const { kind, text, onText, isOptional, isChecked, isFocused = true, input, example } = props
  const { data: settings } = useSettings()
  const templates = settings?.answerTemplates ?? []
  const error = isOptional ? optionalTextError(text) : textError(kind, text)
  const shown = isChecked ? error : undefined
  const isAnswer = kind === 'answer'
  const preview = isAnswer && example && error === undefined ? fillAnswer(text, example) : text
  return (
    <>
      {isAnswer && templates.length > 0 ? (
        <TextField
          select
          name="template"
          label="Respuesta preparada"
          value={templates.find((template) => template.text === text)?.name ?? ''}
          onChange={(event) =>
            onText(templates.find(({ name }) => name === event.target.value)?.text ?? text)
          }
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        >
          <MenuItem value="" disabled>
            Elegir…
          </MenuItem>
          {templates.map(({ name }) => (
            <MenuItem key={name} value={name}>
              {name}
            </MenuItem>
          ))}
        </TextField>
      ) : null}
      <TextField
        multiline
        autoFocus={isFocused}
        name="text"
        label={<FieldLabel required={!isOptional}>{isAnswer ? 'Respuesta' : 'Nota interna'}</FieldLabel>}
        inputRef={input}
        value={text}
        minRows={isFocused ? 4 : 2}
        maxRows={10}
        error={shown !== undefined}
        helperText={
          shown ?? `${isAnswer ? PLACEHOLDERS : 'Solo la ve el personal'} · ${text.length} / ${MAX_COMMENT}`
        }
        onChange={(event) => onText(event.target.value)}
        slotProps={{ htmlInput: { 'aria-required': !isOptional } }}
      />
      {preview.trim() === text.trim() ? null : (
        <Box role="group" aria-label="Vista previa" sx={{ ...BUBBLE, bgcolor: 'var(--chip)' }}>
          {preview}
        </Box>
      )}
    </>
  )
}

const BUBBLE = {
  p: 1.25,
  borderRadius: '8px',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
} as const

interface RepairBoxProps {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
}

const RepairBox = ({ label, checked, onChange }: RepairBoxProps) => (
  <FormControlLabel
    label={label}
    control={<Checkbox checked={checked} onChange={(_, next) => onChange(next)} />}
    sx={{ mr: 0 }}
  />
)

interface ReportDialogProps {
  issue: IssueRow
  onClose: () => void
}

/** The notes and answers of a report; without permission they are only shown. */
export const ReportDialog = (props: ReportDialogProps) =>
  useCan('modify', 'issues') ? <WriteDialog {...props} /> : <ReadDialog {...props} />

const ReadDialog = ({ issue, onClose }: ReportDialogProps) => {
  const heading = useId()
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={onClose} aria-labelledby={heading}>
      <DialogTitle id={heading} sx={{ overflowWrap: 'anywhere' }}>
        {issue.title}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 1.5 }}>
        <ReportDetails issue={issue} />
        <Thread issue={issue} />
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button autoFocus variant="outlined" onClick={onClose}>
          Cerrar
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** The error, when it was reported, and by whom for users who may read that. */
const ReportDetails = ({ issue: { issueType, date, sender } }: { issue: IssueRow }) => (
  <Typography component="div" color="text.secondary">
    {`${ISSUE_TYPE_NAMES[issueType]} · ${momentText(date)}`}
    {sender === undefined ? null : (
      <>
        {' · '}
        <SenderName sender={sender} />
      </>
    )}
  </Typography>
)

const WriteDialog = ({ issue, onClose }: ReportDialogProps) => {
  const [kind, setKind] = useState<Kind>('answer')
  const [text, setText] = useState('')
  const [isChecked, setChecked] = useState(false)
  const [marks, setMarks] = useState(!issue.status)
  const input = useRef<HTMLTextAreaElement>(null)
  const { show } = useRepairAlert()
  const keepRow = useKeepRow()
  const { change, isBusy } = useChange('No se pudo guardar el cambio.')
  const repair = kind === 'answer' && marks && !issue.status
  const choose = (next: Kind): void => {
    setKind(next)
    // Notes have no placeholders: a prepared answer is filled in.
    if (next === 'note' && textError('answer', text) === undefined) setText(fillAnswer(text, issue))
  }
  const send = async (): Promise<{ said: string[]; batchId: string | null }> => {
    if (repair && isBlank(text)) {
      const { batchId } = await request('POST /api/issues/changeAllToFixes', { body: { ids: [issue._id] } })
      return { said: [], batchId }
    }
    const body = { text, isAnswer: kind === 'answer', repair }
    const { batchId } = await request('POST /api/issues/:id/comments', { params: { id: issue._id }, body })
    return { said: [kind === 'answer' ? 'Se envió la respuesta.' : 'Se guardó la nota.'], batchId }
  }
  const submit = async (): Promise<void> => {
    setChecked(true)
    if ((repair ? optionalTextError(text) : textError(kind, text)) !== undefined)
      return input.current?.focus()
    await change(async () => {
      const { said, batchId } = await send()
      if (batchId !== null) keepRow(issue.id, { status: true })
      const repaired = batchId === null ? [] : [repairedText(1, 1)]
      const result = [...said, ...repaired]
      show({ text: result.length === 0 ? 'Ya estaba reparado.' : result.join(' '), batchId })
      onClose()
    })
  }
  return (
    <FieldsDialog
      title={issue.title}
      maxWidth="sm"
      submitLabel={kind === 'note' ? 'Guardar nota' : submitText(text, repair, 'Marcar como reparado')}
      isDisabled={false}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <ReportDetails issue={issue} />
      <Thread issue={issue} />
      <ToggleButtonGroup
        exclusive
        color="primary"
        value={kind}
        aria-label="Qué escribir"
        onChange={(_, next: Kind | null) => next === null || choose(next)}
        sx={{ '& .MuiToggleButton-root': KIND_BUTTON }}
      >
        {KINDS.map(({ value, label }) => (
          <ToggleButton key={value} value={value}>
            {label}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <TextFields
        kind={kind}
        text={text}
        onText={setText}
        isOptional={repair}
        isChecked={isChecked}
        input={input}
        example={issue}
      />
      {kind === 'answer' && !issue.status ? (
        <RepairBox label="Marcar como reparado" checked={marks} onChange={setMarks} />
      ) : null}
    </FieldsDialog>
  )
}

const KIND_BUTTON = {
  height: { xs: 44, sm: 37 },
  px: 1.5,
  textTransform: 'none',
  color: 'text.primary',
  borderColor: 'var(--field)',
} as const

/** Label of the button that answers, repairs (`alone`), or does both. */
const submitText = (text: string, repair: boolean, alone: string): string => {
  if (!repair) return 'Responder'
  return isBlank(text) ? alone : 'Responder y reparar'
}

/** The notes and answers of a report. */
const Thread = ({ issue }: { issue: IssueRow }) => {
  const { data, error } = useQuery({
    queryKey: ['issues', 'comments', issue._id],
    queryFn: ({ signal }) => request('GET /api/issues/:id/comments', { params: { id: issue._id }, signal }),
    staleTime: 0,
  })
  if (error !== null) return <Alert severity="error">{error.message}</Alert>
  if (data === undefined) return <Skeleton variant="rounded" height={issue.comments > 0 ? 72 : 20} />
  if (data.length === 0) return <Typography color="text.secondary">Sin respuestas ni notas.</Typography>
  const last = data.findLast(({ isAnswer }) => isAnswer)
  return (
    <Box
      component="ul"
      aria-label="Respuestas y notas"
      sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}
    >
      {data.map((comment) => (
        <CommentItem key={comment._id} comment={comment} isCurrent={comment === last} />
      ))}
    </Box>
  )
}

/** `isCurrent`: the latest answer, which replaces earlier ones. */
const CommentItem = ({ comment, isCurrent }: { comment: Comment; isCurrent: boolean }) => {
  const { text, isAnswer, date, userName } = comment
  return (
    <Box
      component="li"
      data-testid="comment"
      sx={{
        ...BUBBLE,
        border: 1,
        borderColor: 'divider',
        borderStyle: isAnswer ? 'solid' : 'dashed',
        bgcolor: isAnswer ? 'var(--chip)' : 'transparent',
      }}
    >
      <Box sx={{ fontSize: 12.5, color: 'text.secondary', mb: 0.25 }}>
        <strong>{isAnswer ? (isCurrent ? 'Respuesta' : 'Respuesta anterior') : 'Nota interna'}</strong>
        {` · ${userName || 'Usuario eliminado'} · ${momentText(date)}`}
      </Box>
      {text}
    </Box>
  )
}

interface ReportsDialogProps extends ReportsTarget {
  onClose: () => void
  /** Called after the change; by default `onClose`. */
  onDone?: () => void
}

/**
 * Repairs several reports, answers them, or both. A repair alone is made at once; with an answer it is part of the same
 * batch.
 */
export const ReportsDialog = (props: ReportsDialogProps) => {
  const { title, filters, status, isRepair = false, group, onClose, onDone = onClose } = props
  const { data: counted, isFetching, error } = useReportCount(filters, status)
  const [text, setText] = useState('')
  const [isChecked, setChecked] = useState(false)
  const [marks, setMarks] = useState(status !== 'true')
  const input = useRef<HTMLTextAreaElement>(null)
  const { show } = useRepairAlert()
  const keepRow = useKeepRow()
  const { change, isBusy } = useChange('No se pudo guardar el cambio.')
  const isTooMany = counted !== undefined && counted.count > MAX_RECORDS
  const repair = marks && status !== 'true'
  const send = async (reports: OpenCount): Promise<void> => {
    if (!isBlank(text)) {
      const batch = await answerAll(filters, status, reports, { text, repair })
      onDone()
      openJobs(batch)
      return
    }
    const { count, batchId } = await repairAll(filters, reports)
    if (group !== undefined) keepRow(group.id, { open: 0, fixed: group.fixed + group.open })
    onDone()
    show({ text: repairedText(count, reports.count), batchId })
  }
  const submit = async (): Promise<void> => {
    setChecked(true)
    if (counted === undefined) return
    if ((repair ? optionalTextError(text) : answerTextError(text)) !== undefined)
      return input.current?.focus()
    await change(() => send(counted))
  }
  return (
    <FieldsDialog
      title={title}
      maxWidth="sm"
      submitLabel={submitText(text, repair, 'Marcar como reparados')}
      isDisabled={isFetching || !counted?.count || isTooMany}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <Typography aria-live="polite" color="text.secondary">
        {error !== null
          ? error.message
          : counted === undefined
            ? 'Contando los reportes…'
            : isTooMany
              ? BULK_MESSAGES.tooMany
              : isRepair
                ? repairQuestion(counted.count)
                : `La respuesta llega a quienes enviaron ${reportsText(counted.count)}.`}
      </Typography>
      {group === undefined ? null : (
        <Typography component="div" color="text.secondary">
          {group.senderCount === 1 ? 'Cliente ' : 'Clientes '}
          <SenderNames group={group} />
        </Typography>
      )}
      <TextFields
        kind="answer"
        text={text}
        onText={setText}
        isOptional={repair}
        isChecked={isChecked}
        isFocused={!isRepair}
        input={input}
        example={group}
      />
      {isRepair || status === 'true' ? null : (
        <RepairBox label="Marcarlos como reparados" checked={marks} onChange={setMarks} />
      )}
    </FieldsDialog>
  )
}
