import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import { reasonText, type Verdict, verdictOf } from '../../../domain/contents/link-verdict.ts'
import { fieldLabel } from '../../../domain/field-labels.ts'
import { formatCount } from '../../../domain/format/text.ts'
import {
  type BaseCheck,
  type BaseDependants,
  baseCheckInput,
  type LinkBase,
} from '../../../domain/links/link-bases.ts'
import { entryOf } from '../../../domain/registry.ts'
import { validate } from '../../../domain/validation/errors.ts'
import { request } from '../../api/http.ts'
import { useUnsavedCount } from '../../kit/form/FormBar.tsx'
import { FieldsDialog } from '../../kit/form/FormDialog.tsx'
import { VerdictTag } from './Verdict.tsx'

interface ChangeBaseDialogProps {
  source: LinkBase
  /** Saves the form with the new address. */
  onSave: (url: string) => void
  onClose: () => void
}

/** What the check of an address found; a failure if it could not be made. */
type Attempt = { url: string } & ({ checks: readonly BaseCheck[] } | { failure: string })

/** Tries some links under a new base address before its form saves it. */
const ChangeBaseDialog = ({ source, onSave, onClose }: ChangeBaseDialogProps) => {
  const current: unknown = useWatch({ name: source })
  const [url, setUrl] = useState(typeof current === 'string' ? current : '')
  const [error, setError] = useState<string>()
  const [last, setLast] = useState<Attempt>()
  const attempt = last?.url === url ? last : undefined
  const [isBusy, setBusy] = useState(false)
  const change = (changed: string): void => {
    setUrl(changed)
    setError(undefined)
  }
  const check = async (): Promise<void> => {
    setBusy(true)
    try {
      const body = baseCheckInput.parse({ url })
      setLast({ url, checks: await request(`POST /api/links/bases/${source}/checks`, { body }) })
    } catch (failure) {
      setLast({ url, failure: failure instanceof Error ? failure.message : String(failure) })
    } finally {
      setBusy(false)
    }
  }
  const submit = (): void => {
    const [invalid] = validate(baseCheckInput, { url })
    setError(invalid?.message)
    if (invalid !== undefined) return
    if (attempt === undefined) void check()
    else onSave(baseCheckInput.parse({ url }).url)
  }
  return (
    <FieldsDialog
      title={`Cambiar la ${fieldLabel('settings', source)}`}
      maxWidth="sm"
      submitLabel={attempt === undefined ? 'Comprobar' : 'Guardar'}
      isDisabled={false}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <Dependants source={source} />
      <TextField
        name="url"
        label="Dirección nueva"
        value={url}
        placeholder="https://…"
        onChange={({ target }) => change(target.value)}
        error={error !== undefined}
        helperText={error}
        autoFocus
        slotProps={{ inputLabel: { shrink: true }, htmlInput: { maxLength: 2048, spellCheck: false } }}
      />
      <Box role="status" sx={{ display: 'grid', gap: 1, '&:empty': { display: 'none' } }}>
        {isBusy ? (
          <>
            <LinearProgress aria-label="Comprobando" />
            <span>Comprobando algunos enlaces en la dirección nueva, uno tras otro…</span>
          </>
        ) : null}
        {attempt && 'checks' in attempt ? <Checks checks={attempt.checks} /> : null}
      </Box>
      {attempt && 'failure' in attempt ? (
        <Alert
          severity="error"
          action={
            <Button color="inherit" onClick={check}>
              Comprobar de nuevo
            </Button>
          }
        >
          No se pudo comprobar. {attempt.failure}
        </Alert>
      ) : null}
      {attempt === undefined ? null : <OtherChanges source={source} />}
    </FieldsDialog>
  )
}

export default ChangeBaseDialog

const linksText = (links: number): string =>
  links === 1 ? '1 enlace interno' : `${formatCount(links)} enlaces internos`

const LIST = new Intl.ListFormat('es', { type: 'conjunction' })

const dependantsText = ({ links, resources }: BaseDependants): string => {
  if (links === 0) return 'Ningún enlace interno depende de ella.'
  const parts = resources.map((each) => `${formatCount(each.links)} de ${entryOf(each.resource).name.many}`)
  return `${links === 1 ? 'Depende' : 'Dependen'} de ella ${linksText(links)}: ${LIST.format(parts)}.`
}

/** How many internal links depend on a base address, and whether they are checked again after a change. */
const Dependants = ({ source }: { source: LinkBase }) => {
  const { data, error } = useQuery({
    queryKey: ['links', 'bases', source],
    queryFn: ({ signal }) => request(`GET /api/links/bases/${source}`, { signal }),
    staleTime: 0,
  })
  if (data === undefined)
    return error ? <Alert severity="error">{error.message}</Alert> : <LinearProgress aria-label="Contando" />
  return (
    <Box>
      <Typography>{dependantsText(data)}</Typography>
      {data.links === 0 ? null : (
        <Typography variant="body2" color="text.secondary">
          {data.isScheduled
            ? 'Después de guardarla se vuelven a comprobar todos los activos, en el horario de las comprobaciones.'
            : 'Después de guardarla no se vuelven a comprobar por sí solos: «Comprobar los enlaces» está apagado.'}
        </Typography>
      )}
    </Box>
  )
}

const resultText = (verdicts: readonly Verdict[]): string => {
  const unknown = verdicts.filter((verdict) => verdict === 'unknown').length
  if (unknown === verdicts.length)
    return 'No se puede comprobar desde el servidor. Puede guardarla de todos modos.'
  const unchecked =
    unknown === 1
      ? ' Otro no se puede comprobar desde el servidor.'
      : ` Otros ${unknown} no se pueden comprobar desde el servidor.`
  return `${workingText(verdicts.filter((verdict) => verdict !== 'unknown'))}${unknown > 0 ? unchecked : ''}`
}

const workingText = (verdicts: readonly Verdict[]): string => {
  const tried = verdicts.length
  const working = verdicts.filter((verdict) => verdict === 'up').length
  if (tried === 1) return working === 1 ? 'El enlace probado responde.' : 'El enlace probado no responde.'
  if (working === 0) return `No responde ninguno de los ${tried} enlaces probados.`
  return working === 1
    ? `Responde 1 de los ${tried} enlaces probados.`
    : `Responden ${working} de los ${tried} enlaces probados.`
}

const CHECKS = {
  m: 0,
  p: 0,
  listStyle: 'none',
  border: 1,
  borderColor: 'divider',
  borderRadius: 2,
  '& > li': { p: '8px 12px', overflowWrap: 'anywhere', fontSize: 13 },
  '& > li + li': { borderTop: 1, borderColor: 'divider' },
  '& > li > div': { color: 'text.secondary' },
} as const

const Checks = ({ checks }: { checks: readonly BaseCheck[] }) => {
  if (checks.length === 0)
    return <Alert severity="info">Ningún enlace activo depende de ella: no hay qué comprobar.</Alert>
  const verdicts = checks.map(({ reason }) => verdictOf(reason))
  return (
    <>
      <Alert severity={verdicts.every((verdict) => verdict === 'up') ? 'success' : 'warning'}>
        {resultText(verdicts)}
      </Alert>
      <Box component="ul" sx={CHECKS} aria-label="Enlaces probados">
        {checks.map(({ url, reason }) => (
          <li key={url}>
            <VerdictTag verdict={verdictOf(reason)} /> {url}
            <div>{reasonText(reason)}</div>
          </li>
        ))}
      </Box>
    </>
  )
}

/** Says that the form's other changes are saved too. */
const OtherChanges = ({ source }: { source: LinkBase }) => {
  const { dirtyFields } = useFormState()
  const others = useUnsavedCount() - (dirtyFields[source] ? 1 : 0)
  if (others === 0) return null
  return (
    <Typography variant="body2" color="text.secondary">
      {others === 1
        ? 'Se guarda también el otro cambio de este formulario.'
        : `Se guardan también los otros ${others} cambios de este formulario.`}
    </Typography>
  )
}
