import { FieldGrid, Span } from '../../forms/FormSection.tsx'
import { ChecksInput } from '../../inputs/ChecksInput.tsx'
import { choicesIn } from '../../inputs/SelectInput.tsx'
import { CategoryInput } from '../CategoryInput.tsx'
import { GuideInput } from '../GuideInput.tsx'
import { FIELD_NAMES } from './preview-entries.ts'

const FIELDS = choicesIn(FIELD_NAMES)

interface ChoicesInputsProps {
  /** Some new channel has no category of its own. */
  isNeeded: boolean
  hasChanges: boolean
}

/** What is chosen once for the whole import. */
export const ChoicesInputs = ({ isNeeded, hasChanges }: ChoicesInputsProps) => (
  <FieldGrid>
    <Span of={6}>
      <CategoryInput source="category" label="Categoría de los canales sin categoría" disabled={!isNeeded} />
    </Span>
    <Span of={6}>
      <GuideInput source="channelGuide" label="Guía de los canales nuevos con EPG ID" />
    </Span>
    {hasChanges ? (
      <Span of={12}>
        <ChecksInput source="fields" label="Qué se modifica en los canales ya guardados" choices={FIELDS} />
      </Span>
    ) : null}
  </FieldGrid>
)
