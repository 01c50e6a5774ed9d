import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import DialogContent from '@mui/material/DialogContent'
import Typography from '@mui/material/Typography'
import { useEffect } from 'react'
import { useFormState } from 'react-hook-form'
import { formatCount } from '../../../domain/format/text.ts'
import type { Import } from '../../../domain/imports/import.ts'
import { withoutStreamState } from '../../../domain/playlists/entry.ts'
import { playlistOptions } from '../../../domain/playlists/options.ts'
import { FieldGrid, Span } from '../../kit/form/FormSection.tsx'
import { SchemaForm } from '../../kit/inputs/form-kit.tsx'
import { SwitchInput, TextInput } from '../../kit/inputs/inputs.tsx'
import { ReferenceInput } from '../../kit/inputs/ReferenceInput.tsx'
import { WRAP } from '../imports/CardTable.tsx'
import type { MappingStepProps } from '../imports/MappingStep.tsx'
import { StepActions } from '../imports/steps.tsx'
import { CategoryInput } from './CategoryInput.tsx'

const radioOptions = playlistOptions.omit({ channelGuide: true })

/** What is chosen for a whole playlist, before its entries are checked. */
export const PlaylistOptions = ({
  current,
  isBusy,
  onTouched,
  onCheck,
  onRestart,
  onClose,
}: MappingStepProps) => {
  const { name, total, resource, message, options, columns } = current
  const schema = resource === 'radios' ? radioOptions : playlistOptions
  const fields = columns.map(({ field }) => field)
  return (
    <SchemaForm
      schema={schema}
      record={schema.parse(options)}
      onSubmit={(values) => onCheck({ columns: fields, options: schema.parse(values) })}
    >
      <DialogContent sx={{ pt: 0 }}>
        {message === '' ? null : (
          <Alert severity="warning" role="alert" sx={{ mb: 1.5 }}>
            {message}
          </Alert>
        )}
        <Typography sx={{ mb: 1.5, ...WRAP }}>
          {name === '' ? 'La lista' : `«${name}»`} tiene {formatCount(total)}{' '}
          {total === 1 ? 'entrada.' : 'entradas.'}
        </Typography>
        <Fields current={current} />
      </DialogContent>
      <StepActions back="Otra lista" isBusy={isBusy} onBack={onRestart} onClose={onClose}>
        <Button type="submit" variant="contained" autoFocus disabled={isBusy}>
          Revisar entradas
        </Button>
      </StepActions>
      <ReportTouched onTouched={onTouched} />
    </SchemaForm>
  )
}

const findColumn = ({ columns }: Import, name: string) => columns.find(({ field }) => field === name)

const Fields = ({ current }: { current: Import }) => {
  const isRadios = current.resource === 'radios'
  const without = current.total - (findColumn(current, 'category')?.filled ?? 0)
  const hasGuide = !isRadios && (findColumn(current, 'epgId')?.filled ?? 0) > 0
  const cleaned = (findColumn(current, 'title')?.samples ?? []).flatMap((title) =>
    withoutStreamState(title) === title ? [] : [`${title} → ${withoutStreamState(title)}`],
  )
  const category = {
    source: 'category',
    label: isRadios ? 'Categoría de las emisoras sin categoría' : 'Categoría de los canales sin categoría',
    disabled: without === 0,
    help: without === 0 ? undefined : `Faltan en ${formatCount(without)}: sin ella, los nuevos se rechazan.`,
  }
  return (
    <FieldGrid>
      <Span of={6}>{isRadios ? <TextInput {...category} /> : <CategoryInput {...category} />}</Span>
      {hasGuide ? (
        <Span of={6}>
          <ReferenceInput
            source="channelGuide"
            emptyText="No hay guías"
            label="Guía de los canales nuevos con EPG ID"
            help="Sin guía, el EPG ID no se guarda."
          />
        </Span>
      ) : null}
      <Span of={12}>
        <SwitchInput
          source="cleanTitles"
          label="Quitar «(1080p)», «[Geo-blocked]» y otros de los títulos"
          help={cleaned.join(' · ') || undefined}
        />
      </Span>
    </FieldGrid>
  )
}

/** Tells the dialog that closing it would discard choices. */
const ReportTouched = ({ onTouched }: Pick<MappingStepProps, 'onTouched'>) => {
  const { isDirty } = useFormState()
  useEffect(() => {
    if (isDirty) onTouched()
  })
  return null
}
