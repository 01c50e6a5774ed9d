import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import Typography from '@mui/material/Typography'
import { Form } from 'ra-core'
import { useMemo, useState } from 'react'
import { type FieldValues, useWatch } from 'react-hook-form'
import {
  type ImportChoices,
  importChoicesShape,
  uncategorisedChoicesShape,
} from '../../../domain/channels/playlist/choices.ts'
import type { Verdict } from '../../../domain/channels/playlist/compare.ts'
import type { EntryField } from '../../../domain/channels/playlist/entry.ts'
import { FocusFirstError } from '../../forms/FocusFirstError.tsx'
import { ShapeContext } from '../../forms/form-kit.ts'
import { shapeResolver } from '../../forms/shape-resolver.ts'
import { ChoicesInputs } from './ChoicesInputs.tsx'
import { PreviewTable, type PreviewTableProps } from './PreviewTable.tsx'
import { importLabel, isTakeable, type PlacedEntry, withVerdict } from './preview-entries.ts'
import { TakeAll } from './TakeAll.tsx'
import type { Import } from './use-import.ts'
import { VerdictFilter } from './VerdictFilter.tsx'

interface PreviewStepProps {
  work: Pick<Import, 'run' | 'restart' | 'isBusy'>
  entries: readonly PlacedEntry[]
  onClose: () => void
}

const AT_FIRST = importChoicesShape.parse({})

// The resolver let it through: it is what the shape says.
const asChoices = (values: FieldValues): ImportChoices => importChoicesShape.parse(values)

/** Which entries are taken in: at first all that have something to give. */
const useTaken = (entries: readonly PlacedEntry[]) => {
  const [taken, setTaken] = useState<ReadonlySet<number>>(
    () => new Set(entries.filter(isTakeable).map(({ place }) => place)),
  )
  const take = (some: readonly PlacedEntry[], isTaken: boolean): void => {
    const next = new Set(taken)
    for (const { place } of some) {
      if (isTaken) next.add(place)
      else next.delete(place)
    }
    setTaken(next)
  }
  return { taken, take }
}

const Entries = ({ entries, taken, onTake }: Omit<PreviewTableProps, 'fields'>) => {
  const fields: readonly EntryField[] = useWatch({ name: 'fields' }) ?? []
  const [verdict, setVerdict] = useState<Verdict | ''>('')
  const shown = useMemo(() => withVerdict(entries, verdict), [entries, verdict])
  return (
    <>
      <Box
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', columnGap: 2.5, rowGap: 1, my: 1.5 }}
      >
        <VerdictFilter entries={entries} verdict={verdict} onChange={setVerdict} />
        <TakeAll entries={shown} taken={taken} onTake={onTake} />
      </Box>
      <PreviewTable key={verdict} entries={shown} taken={taken} fields={fields} onTake={onTake} />
    </>
  )
}

interface ActionsProps {
  work: PreviewStepProps['work']
  count: number
  onClose: () => void
}

const Actions = ({ work: { restart, isBusy }, count, onClose }: ActionsProps) => (
  <DialogActions sx={{ px: 3, pb: 2, flexWrap: 'wrap', gap: 1 }} disableSpacing>
    <Button variant="outlined" onClick={onClose}>
      Cancelar
    </Button>
    <Button variant="outlined" disabled={isBusy} onClick={restart}>
      Otra lista
    </Button>
    <Button type="submit" variant="contained" disabled={isBusy || count === 0}>
      {importLabel(count)}
    </Button>
  </DialogActions>
)

/** What the playlist would do, entry by entry, and what is taken of it. */
export const PreviewStep = ({ work, entries, onClose }: PreviewStepProps) => {
  const { taken, take } = useTaken(entries)
  const isNeeded = entries.some(
    ({ place, verdict, category }) => taken.has(place) && verdict === 'new' && category === '',
  )
  const shape = isNeeded ? uncategorisedChoicesShape : importChoicesShape
  const resolver = useMemo(() => shapeResolver(shape), [shape])
  return (
    <ShapeContext value={shape}>
      <Form
        noValidate
        record={AT_FIRST}
        resolver={resolver}
        shouldFocusError={false}
        disableInvalidFormNotification
        onSubmit={(values: FieldValues) => work.run(entries, taken, asChoices(values))}
      >
        <DialogContent sx={{ pt: 0 }}>
          {entries.length === 0 ? (
            <Typography role="status">La lista no tiene canales.</Typography>
          ) : (
            <>
              <ChoicesInputs isNeeded={isNeeded} hasChanges={withVerdict(entries, 'changed').length > 0} />
              <Entries entries={entries} taken={taken} onTake={take} />
            </>
          )}
        </DialogContent>
        <Actions work={work} count={taken.size} onClose={onClose} />
        <FocusFirstError />
      </Form>
    </ShapeContext>
  )
}
