import { FieldGrid, Span } from '../../../kit/form/FormSection.tsx'
import { CategoryInput } from '../CategoryInput.tsx'
import { GuideInput } from '../GuideInput.tsx'

interface ChoicesInputsProps {
  /** Some new channel has no category of its own. */
  isNeeded: boolean
}

/** What is chosen once for the whole import. */
export const ChoicesInputs = ({ isNeeded }: ChoicesInputsProps) => (
  <FieldGrid>
    <Span of={6}>
      <CategoryInput source="category" label="Categoría de los canales sin categoría" disabled={!isNeeded} />
    </Span>
    <Span of={6}>
      <GuideInput
        source="channelGuide"
        label="Guía de los canales nuevos con EPG ID"
        help="Sin guía, el EPG ID no se guarda."
      />
    </Span>
  </FieldGrid>
)
