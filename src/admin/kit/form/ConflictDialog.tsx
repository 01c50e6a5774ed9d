import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Typography from '@mui/material/Typography'
import { useId, useMemo, useRef, useState } from 'react'
import { MASK } from '../../../domain/audit/audit-event.ts'
import { fieldLabel } from '../../../domain/field-labels.ts'
import type { Resource } from '../../../domain/registry.ts'
import { Value } from '../changes/Value.tsx'
import { momentText } from '../display/dates.ts'
import type { FormSchema } from '../inputs/form-kit.tsx'
import {
  type Choice,
  type Choices,
  type Comparison,
  type Conflict,
  defaultChoices,
  findConflicts,
  onlyUnshared,
  resolvedValues,
  type Versions,
} from './conflict.ts'

const TITLE = 'Otra persona guardó este registro mientras usted lo editaba'
const EXPLANATION =
  'Sus cambios no se guardaron. Elija qué queda en cada campo: el resultado pasa al formulario y se guarda cuando ' +
  'usted lo registre.'
const SAME = 'Lo que usted cambió ya está guardado igual: puede cargar la versión nueva.'

const CHOICES: Readonly<Record<Choice, string>> = {
  mine: 'Conservar lo mío',
  theirs: 'Usar lo guardado',
  joined: 'Unir los dos',
}

const VERSIONS = [
  ['opened', 'Cuando lo abrió'],
  ['theirs', 'Guardado ahora'],
  ['mine', 'Lo suyo'],
] as const

const CELL = {
  p: 1,
  borderTop: 1,
  borderColor: 'divider',
  verticalAlign: 'top',
  textAlign: 'left',
  overflowWrap: 'anywhere',
} as const

/** On a phone each field is a block: five columns would not fit. */
const STACKED = {
  ...CELL,
  display: { xs: 'block', md: 'table-cell' },
  borderTopWidth: { xs: 0, md: 1 },
  py: { xs: 0.5, md: 1 },
} as const

const onPhone = (label: string) => ({
  '&::before': {
    content: `"${label}"`,
    display: { xs: 'block', md: 'none' },
    fontSize: 12,
    fontWeight: 600,
  },
})

const isSecret = (field: string): boolean => /password/i.test(field)

interface RowProps {
  resource: Resource
  conflict: Conflict
  /** The resource of its ids, if the registry declares no reference. */
  reference: Resource | undefined
  label: string
  choice: Choice | undefined
  isMissing: boolean
  onChoose: (choice: Choice) => void
}

const ConflictRow = (props: RowProps) => {
  const { resource, conflict, reference, label, choice, isMissing, onChoose } = props
  const { field, isJoinable } = conflict
  const values = onlyUnshared(conflict)
  const offered: Choice[] = isJoinable ? ['mine', 'theirs', 'joined'] : ['mine', 'theirs']
  return (
    <Box component="tr" data-testid="conflict" sx={{ display: { xs: 'block', md: 'table-row' }, pb: 1 }}>
      <Box
        component="th"
        scope="row"
        sx={{ ...CELL, display: { xs: 'block', md: 'table-cell' }, fontWeight: 600 }}
      >
        {label}
        {Array.isArray(conflict.theirs) ? (
          <Typography component="span" sx={{ display: 'block', fontSize: 12, color: 'text.secondary' }}>
            Solo lo que difiere
          </Typography>
        ) : null}
      </Box>
      {VERSIONS.map(([version, name]) => (
        <Box
          component="td"
          key={version}
          sx={{
            ...STACKED,
            ...onPhone(name),
            ...(version === 'opened' ? { color: 'text.secondary' } : {}),
          }}
        >
          {isSecret(field) && values[version] ? (
            MASK
          ) : (
            <Value resource={resource} field={field} value={values[version]} reference={reference} />
          )}
        </Box>
      ))}
      <Box component="td" sx={STACKED}>
        <RadioGroup
          aria-label={`Qué queda en ${label}`}
          value={choice ?? ''}
          onChange={(_, chosen) => {
            const next = offered.find((each) => each === chosen)
            if (next !== undefined) onChoose(next)
          }}
        >
          {offered.map((each) => (
            <FormControlLabel
              key={each}
              value={each}
              label={CHOICES[each]}
              sx={{ minHeight: { xs: 44, md: 32 } }}
              control={
                <Radio
                  size="small"
                  sx={{ py: 0.5 }}
                  slotProps={{
                    input: { 'aria-invalid': isMissing, 'aria-label': `${CHOICES[each]}: ${label}` },
                  }}
                />
              }
            />
          ))}
        </RadioGroup>
      </Box>
    </Box>
  )
}

const BUTTONS = {
  px: 3,
  pb: 2,
  flexWrap: 'wrap',
  gap: 1,
  '@media (max-width: 599.95px)': { '& > .MuiButton-root': { flex: '1 1 auto' } },
} as const

const HEADS = ['Campo', ...VERSIONS.map(([, name]) => name), 'Qué queda']

const savedBy = ({ userUpdate, dateUpdate }: Versions['theirs']): string => {
  const moment = momentText(typeof dateUpdate === 'string' ? dateUpdate : undefined)
  if (moment === '') return ''
  return typeof userUpdate === 'string' && userUpdate !== ''
    ? `Lo guardó ${userUpdate} el ${moment}.`
    : `Se guardó el ${moment}.`
}

interface ConflictFormProps {
  resource: Resource
  schema: FormSchema
  comparison?: Comparison | undefined
  versions: Versions
  /** Rebases the user's edits onto the stored record. */
  onApply: (edits: Readonly<Record<string, unknown>>) => void
  onClose: () => void
}

const ConflictForm = (props: ConflictFormProps) => {
  const { resource, schema, comparison, versions, onApply, onClose } = props
  const conflicts = useMemo(() => findConflicts(schema, versions, comparison), [schema, versions, comparison])
  const [choices, setChoices] = useState<Choices>(() => defaultChoices(conflicts))
  const [isAsked, setAsked] = useState(false)
  const table = useRef<HTMLTableElement>(null)
  const conflictLabel = ({ label, field }: Conflict): string => label ?? fieldLabel(resource, field)
  const missing = conflicts.filter(({ key }) => choices[key] === undefined)
  const apply = (): void => {
    if (missing.length === 0) {
      onApply(resolvedValues(conflicts, choices, versions, comparison))
      return
    }
    setAsked(true)
    const first = conflicts.findIndex(({ key }) => choices[key] === undefined)
    const row = table.current?.querySelectorAll('[data-testid="conflict"]')[first]
    row?.querySelector<HTMLElement>('input[type="radio"]')?.focus()
  }
  return (
    <>
      <DialogContent>
        <Box sx={{ mb: 2 }}>
          {EXPLANATION} {savedBy(versions.theirs)}
        </Box>
        {conflicts.length === 0 ? (
          <Alert severity="info">{SAME}</Alert>
        ) : (
          <Box
            component="table"
            ref={table}
            sx={{
              width: 1,
              borderCollapse: 'collapse',
              tableLayout: 'fixed',
              display: { xs: 'block', md: 'table' },
            }}
          >
            <Box component="thead" sx={{ display: { xs: 'none', md: 'table-header-group' } }}>
              <tr>
                {HEADS.map((name, index) => (
                  <Box
                    component="th"
                    scope="col"
                    key={name}
                    sx={{
                      ...CELL,
                      borderTop: 0,
                      color: 'text.secondary',
                      width: index === 0 ? '16%' : 'auto',
                    }}
                  >
                    {name}
                  </Box>
                ))}
              </tr>
            </Box>
            <Box component="tbody" sx={{ display: { xs: 'block', md: 'table-row-group' } }}>
              {conflicts.map((conflict) => (
                <ConflictRow
                  key={conflict.key}
                  resource={resource}
                  conflict={conflict}
                  reference={comparison?.references?.[conflict.field]}
                  label={conflictLabel(conflict)}
                  choice={choices[conflict.key]}
                  isMissing={isAsked && choices[conflict.key] === undefined}
                  onChoose={(choice) => setChoices({ ...choices, [conflict.key]: choice })}
                />
              ))}
            </Box>
          </Box>
        )}
      </DialogContent>
      <Box role="alert" sx={{ px: 3, '&:empty': { display: 'none' } }}>
        {isAsked && missing.length > 0 ? (
          <Alert severity="error" role="presentation">
            Elija qué queda en: {missing.map(conflictLabel).join(', ')}.
          </Alert>
        ) : null}
      </Box>
      <DialogActions disableSpacing sx={BUTTONS}>
        <Button autoFocus variant="outlined" onClick={onClose}>
          Seguir editando
        </Button>
        <Button variant="outlined" onClick={() => onApply({})}>
          Cargar la versión nueva
        </Button>
        {conflicts.length === 0 ? null : (
          <Button variant="contained" onClick={apply}>
            Aplicar
          </Button>
        )}
      </DialogActions>
    </>
  )
}

interface ConflictDialogProps extends Omit<ConflictFormProps, 'versions'> {
  open: boolean
  /** Undefined while the stored record is loading. */
  versions: Versions | undefined
  /** Why the stored record could not be loaded. */
  error: Error | null
  retry: () => void
}

const LoadingVersions = ({
  error,
  retry,
  onClose,
}: Pick<ConflictDialogProps, 'error' | 'retry' | 'onClose'>) => (
  <>
    <DialogContent>
      <Box role="status">
        {error === null ? (
          'Comparando sus cambios con lo guardado…'
        ) : (
          <Alert severity="error">{error.message}</Alert>
        )}
      </Box>
    </DialogContent>
    <DialogActions sx={{ px: 3, pb: 2 }}>
      {error === null ? null : <Button onClick={retry}>Intentar de nuevo</Button>}
      <Button autoFocus variant="outlined" onClick={onClose}>
        Seguir editando
      </Button>
    </DialogActions>
  </>
)

/** Compares the stored and the edited values field by field, and applies the user's choices. */
export const ConflictDialog = ({ open, versions, error, retry, ...form }: ConflictDialogProps) => {
  const heading = useId()
  return (
    <Dialog open={open} onClose={form.onClose} maxWidth="lg" fullWidth aria-labelledby={heading}>
      <DialogTitle id={heading} sx={{ overflowWrap: 'anywhere' }}>
        {TITLE}
      </DialogTitle>
      {versions === undefined ? (
        <LoadingVersions error={error} retry={retry} onClose={form.onClose} />
      ) : (
        <ConflictForm key={String(versions.theirs.dateUpdate)} versions={versions} {...form} />
      )}
    </Dialog>
  )
}
