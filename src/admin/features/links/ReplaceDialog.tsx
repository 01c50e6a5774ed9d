import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useListContext, useResourceContext } from 'react-admin'
import { z } from 'zod'
import {
  checkReplacement,
  MAX_EXAMPLES,
  type Replacement,
  type ReplacementPreview,
  replacementFields,
} from '../../../domain/contents/link-replacement.ts'
import type { LinkedResource } from '../../../domain/contents/link-verdict.ts'
import { formatCount } from '../../../domain/format/text.ts'
import { apiPath, entryOf } from '../../../domain/registry.ts'
import { validate } from '../../../domain/validation/errors.ts'
import { startBatch } from '../../api/data-provider.ts'
import { request } from '../../api/http.ts'
import { newKey } from '../../api/request-key.ts'
import { FieldsDialog } from '../../kit/form/FormDialog.tsx'
import { openJobs } from '../../kit/jobs/shown-jobs.ts'
import type { ActionDialogProps, SelectedRecords } from '../../kit/list/selection.tsx'
import { linkedResource } from './health.ts'

const schema = z.strictObject(replacementFields).check(checkReplacement)

type Errors = Partial<Record<string, string>>

const errorsOf = (replacement: Replacement): Errors =>
  Object.fromEntries(validate(schema, replacement).map(({ field, message }) => [field, message]))

/** The host that the list is filtered by, which is the one to replace. */
const filteredHost = ({ linkHost }: Readonly<Record<string, unknown>>): string =>
  typeof linkHost === 'string' && !linkHost.startsWith('*') ? linkHost : ''

/** Records of one kind in whose links something is replaced. */
export interface ReplacementTarget {
  resource: LinkedResource
  selected: SelectedRecords
  count: number
}

const recordsText = (targets: readonly Pick<ReplacementTarget, 'resource' | 'count'>[]): string => {
  const count = targets.reduce((sum, target) => sum + target.count, 0)
  const [only, ...others] = targets
  const names =
    only && others.length === 0 ? entryOf(only.resource).name : { one: 'registro', many: 'registros' }
  return `${formatCount(count)} ${count === 1 ? names.one : names.many}`
}

/** Replaces in the selected records of a list. */
const ReplaceInSelected = ({ selected, count, onClose }: ActionDialogProps) => {
  const resource = linkedResource(useResourceContext())
  const { filterValues } = useListContext()
  if (!resource) return null
  const targets = [{ resource, selected, count }]
  return <ReplaceDialog targets={targets} host={filteredHost(filterValues)} onClose={onClose} />
}

export default ReplaceInSelected

type TargetPreview = ReplacementPreview & Pick<ReplacementTarget, 'resource'>
type Targets = readonly ReplacementTarget[]

const bodyOf = (replacement: Replacement) =>
  ({ action: 'replaceLinks', ...schema.parse(replacement) }) as const

/** One after another, since each reads many records. */
const previewAll = async (targets: Targets, replacement: Replacement): Promise<TargetPreview[]> => {
  const previews: TargetPreview[] = []
  for (const { resource, selected } of targets) {
    const body = { ...bodyOf(replacement), ...selected }
    previews.push({
      resource,
      ...(await request(`POST ${apiPath(resource)}/bulk/preview` as const, { body })),
    })
  }
  return previews
}

interface Previewed {
  previews: readonly TargetPreview[]
  /** Joins the batches of what was previewed: those that a failed attempt has started are not started again. */
  group: string
}

/** Starts a batch for each kind with changes; returns its id if it is the only one. */
const startAll = async (
  targets: Targets,
  replacement: Replacement,
  { group, previews }: Previewed,
): Promise<string | undefined> => {
  const changing = targets.filter(({ resource }) =>
    previews.some((each) => each.resource === resource && each.changed > 0),
  )
  const started: string[] = []
  for (const { resource, selected, count } of changing)
    started.push(await startBatch(resource, { ...bodyOf(replacement), ...selected, group, expected: count }))
  return started.length === 1 ? started[0] : undefined
}

interface ReplaceDialogProps {
  targets: Targets
  /** The host to replace, as proposed. */
  host: string
  onClose: (isDone: boolean) => void
}

/** Replaces a host, or the beginning of an address, in the links of records, in a batch for each kind (rule L30). */
export const ReplaceDialog = ({ targets, host, onClose }: ReplaceDialogProps) => {
  const [replacement, setReplacement] = useState<Replacement>({ from: host, to: '' })
  const [errors, setErrors] = useState<Errors>({})
  const [failure, setFailure] = useState('')
  const [previewed, setPreviewed] = useState<Previewed>()
  const [isBusy, setBusy] = useState(false)
  const change = (changed: Partial<Replacement>): void => {
    setReplacement({ ...replacement, ...changed })
    setPreviewed(undefined)
    setErrors({})
    setFailure('')
  }
  const send = async (): Promise<void> => {
    if (previewed === undefined)
      return setPreviewed({ previews: await previewAll(targets, replacement), group: newKey() })
    openJobs(await startAll(targets, replacement, previewed))
    onClose(true)
  }
  const submit = async (): Promise<void> => {
    const found = errorsOf(replacement)
    setErrors(found)
    setFailure('')
    if (Object.keys(found).length > 0) return
    setBusy(true)
    try {
      await send()
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }
  const field = (name: keyof Replacement, label: string, placeholder: string) => (
    <TextField
      name={name}
      label={label}
      value={replacement[name]}
      placeholder={placeholder}
      onChange={({ target }) => change({ [name]: target.value })}
      error={errors[name] !== undefined}
      helperText={errors[name]}
      autoFocus={name === 'from' ? replacement.from === '' : replacement.from !== ''}
      // Read-only while a preview is requested, which would otherwise be shown for other values.
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: { maxLength: 2048, spellCheck: false, readOnly: isBusy },
      }}
    />
  )
  return (
    <FieldsDialog
      title={`Reemplazar en los enlaces de ${recordsText(targets)}`}
      maxWidth="sm"
      submitLabel={previewed === undefined ? 'Ver los cambios' : 'Reemplazar'}
      isDisabled={previewed?.previews.every(({ changed }) => changed === 0) ?? false}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={() => onClose(false)}
    >
      {field('from', 'Reemplazar', 'cdn.viejo.example')}
      {field('to', 'Por', 'cdn.nuevo.example')}
      <Typography variant="body2" color="text.secondary">
        Un dominio, con su puerto si lo tiene, o el comienzo de una dirección. Lo que no es una dirección,
        como las rutas de los enlaces internos, queda como está.
      </Typography>
      <Box role="status" sx={{ '&:empty': { display: 'none' } }}>
        {previewed === undefined ? null : <Preview previews={previewed.previews} />}
      </Box>
      {failure === '' ? null : <Alert severity="error">{failure}</Alert>}
    </FieldsDialog>
  )
}

const linksText = (links: number): string => (links === 1 ? '1 enlace' : `${formatCount(links)} enlaces`)

const EXAMPLES = {
  m: 0,
  p: 0,
  listStyle: 'none',
  maxHeight: 280,
  overflowY: 'auto',
  border: 1,
  borderColor: 'divider',
  borderRadius: 2,
  '& > li': { p: '8px 12px', overflowWrap: 'anywhere', fontSize: 13 },
  '& > li + li': { borderTop: 1, borderColor: 'divider' },
  '& del, & ins': { display: 'block', textDecoration: 'none' },
  '& del': { color: 'text.secondary' },
} as const

const Preview = ({ previews }: { previews: readonly TargetPreview[] }) => {
  const changing = previews
    .filter(({ changed }) => changed > 0)
    .map(({ resource, changed }) => ({ resource, count: changed }))
  const links = previews.reduce((sum, each) => sum + each.links, 0)
  const examples = previews.flatMap((each) => each.examples).slice(0, MAX_EXAMPLES)
  const refused = previews.flatMap((each) => each.refused).slice(0, MAX_EXAMPLES)
  const refusedCount = previews.reduce((sum, each) => sum + each.refusedCount, 0)
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Typography sx={{ fontWeight: 600 }}>
        {links === 0
          ? 'Ningún enlace cambiaría.'
          : `${links === 1 ? 'Cambiaría' : 'Cambiarían'} ${linksText(links)} en ${recordsText(changing)}.`}
      </Typography>
      {examples.length === 0 ? null : (
        <Box component="ul" sx={EXAMPLES} aria-label="Ejemplos" tabIndex={0}>
          {examples.map(({ title, before, after }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a record may have a link twice, and examples keep their order
            <li key={index}>
              <strong>{title}</strong>
              <del>{before}</del>
              <ins>{after}</ins>
            </li>
          ))}
        </Box>
      )}
      {refusedCount === 0 ? null : (
        <Alert severity="warning">
          {refusedCount === 1
            ? 'Queda como está 1 registro:'
            : `Quedan como están ${formatCount(refusedCount)} registros:`}
          <Box component="ul" sx={{ m: 0, pl: 2.5, overflowWrap: 'anywhere' }}>
            {refused.map(({ _id, title, message }) => (
              <li key={_id}>
                {title}: {message}
              </li>
            ))}
          </Box>
        </Alert>
      )}
    </Box>
  )
}
