import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import Typography from '@mui/material/Typography'
import { Form } from 'ra-core'
import { useEffect, useMemo, useState } from 'react'
import { type FieldValues, useFormState } from 'react-hook-form'
import {
  type ImportChoices,
  importChoicesSchema,
  uncategorisedChoicesSchema,
} from '../../../../domain/channels/playlist/choices.ts'
import type { Verdict } from '../../../../domain/channels/playlist/compare.ts'
import { useMay } from '../../../api/session/use-may.ts'
import { FocusFirstError, schemaResolver } from '../../../kit/form/form-errors.tsx'
import { ShapeContext } from '../../../kit/inputs/form-kit.tsx'
import { ChoicesInputs } from './ChoicesInputs.tsx'
import { PreviewTable } from './PreviewTable.tsx'
import { importLabel, type PlacedEntry, withVerdict } from './preview-entries.ts'
import { isNew, type Selection, useSelection } from './selection.ts'
import { OverwriteAll, TakeAll } from './TakeAll.tsx'
import type { Import } from './use-import.ts'
import { VerdictFilter } from './VerdictFilter.tsx'

interface PreviewStepProps {
  work: Pick<Import, 'run' | 'isBusy'>
  entries: readonly PlacedEntry[]
  onTouched: (isTouched: boolean) => void
  onRestart: () => void
  onClose: () => void
}

const AT_FIRST = importChoicesSchema.parse({})

// The resolver let it through: it is what the schema says.
const asChoices = (values: FieldValues): ImportChoices => importChoicesSchema.parse(values)

interface EntriesProps {
  entries: readonly PlacedEntry[]
  selection: Selection
}

const Entries = ({ entries, selection }: EntriesProps) => {
  const [verdict, setVerdict] = useState<Verdict | ''>('')
  const shown = useMemo(() => withVerdict(entries, verdict), [entries, verdict])
  const mayOverwrite = useMay('modify', 'channels')
  return (
    <>
      <Box
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', columnGap: 2.5, rowGap: 1, my: 1.5 }}
      >
        <VerdictFilter entries={entries} verdict={verdict} onChange={setVerdict} />
        <TakeAll entries={shown} selection={selection} />
      </Box>
      {mayOverwrite ? <OverwriteAll entries={shown} selection={selection} /> : null}
      <PreviewTable key={verdict} entries={shown} selection={selection} mayOverwrite={mayOverwrite} />
    </>
  )
}

/** Tells the dialog whether closing it would throw something away. */
const TellsChoices = ({ isTouched, onTouched }: { isTouched: boolean; onTouched: (is: boolean) => void }) => {
  const { isDirty } = useFormState()
  const hasChoices = isTouched || isDirty
  useEffect(() => onTouched(hasChoices), [hasChoices, onTouched])
  return null
}

interface ActionsProps extends Pick<PreviewStepProps, 'onRestart' | 'onClose'> {
  isBusy: boolean
  count: number
}

const Actions = ({ isBusy, count, onRestart, onClose }: ActionsProps) => (
  <DialogActions sx={{ px: 3, pb: 2, flexWrap: 'wrap', gap: 1 }} disableSpacing>
    <Button variant="outlined" onClick={onClose}>
      Cancelar
    </Button>
    <Button variant="outlined" disabled={isBusy} onClick={onRestart}>
      Otra lista
    </Button>
    <Button type="submit" variant="contained" disabled={isBusy || count === 0}>
      {importLabel(count)}
    </Button>
  </DialogActions>
)

/** What the playlist would do, entry by entry, and what is taken of it. */
export const PreviewStep = ({ work, entries, onTouched, onRestart, onClose }: PreviewStepProps) => {
  const selection = useSelection(entries)
  const isNeeded = entries.some((entry) => isNew(entry) && selection.isTaken(entry) && entry.category === '')
  const schema = isNeeded ? uncategorisedChoicesSchema : importChoicesSchema
  const resolver = useMemo(() => schemaResolver(schema), [schema])
  return (
    <ShapeContext value={schema}>
      <Form
        noValidate
        record={AT_FIRST}
        resolver={resolver}
        shouldFocusError={false}
        disableInvalidFormNotification
        onSubmit={(values: FieldValues) => work.run(entries, selection, asChoices(values))}
      >
        <DialogContent sx={{ pt: 0 }}>
          {entries.length === 0 ? (
            <Typography role="status">La lista no tiene canales.</Typography>
          ) : (
            <>
              <ChoicesInputs isNeeded={isNeeded} />
              <Entries entries={entries} selection={selection} />
            </>
          )}
        </DialogContent>
        <Actions isBusy={work.isBusy} count={selection.count} onRestart={onRestart} onClose={onClose} />
        <TellsChoices isTouched={selection.isTouched} onTouched={onTouched} />
        <FocusFirstError />
      </Form>
    </ShapeContext>
  )
}
