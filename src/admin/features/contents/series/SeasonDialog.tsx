import { useMemo } from 'react'
import type { FieldValues } from 'react-hook-form'
import { nextSeason, type Season, seasonBeside } from '../../../../domain/contents/season.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { Span } from '../../../kit/form/FormSection.tsx'
import { NumberInput } from '../../../kit/inputs/NumberInput.tsx'
import { TextInput } from '../../../kit/inputs/TextInput.tsx'

interface SeasonDialogProps {
  open: boolean
  /** The season to edit; a new one without it. */
  season: Season | undefined
  others: readonly Season[]
  /** How many stored episodes it has: they hold on to its number. */
  episodes: number
  onSave: (season: Season) => void
  onClose: () => void
}

// The resolver let it through: it is what the schema says.
const asSeason = (values: FieldValues): Season => values as Season

/** Adds or edits one season. */
export const SeasonDialog = ({ season, others, episodes, onSave, ...dialog }: SeasonDialogProps) => {
  const numbers = others.map(({ number }) => number)
  const taken = numbers.join()
  const schema = useMemo(() => seasonBeside(taken === '' ? [] : taken.split(',').map(Number)), [taken])
  const record = season ?? nextSeason(numbers)
  return (
    <FormDialog
      {...dialog}
      maxWidth="sm"
      title={season === undefined ? 'Agregar temporada' : 'Editar temporada'}
      schema={schema}
      record={record}
      onSave={(values) => onSave(asSeason(values))}
    >
      <Span of={3}>
        <NumberInput
          source="number"
          label="Número"
          disabled={episodes > 0}
          {...(episodes > 0 ? { help: 'No cambia: tiene episodios.' } : {})}
        />
      </Span>
      <Span of={9}>
        <TextInput source="description" label="Descripción" autoFocus />
      </Span>
    </FormDialog>
  )
}
