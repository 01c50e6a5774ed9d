import { CATEGORY_TYPES } from '../../../../domain/contents/category-types.ts'
import { CreationDateInput } from '../../../kit/form/CreationDateInput.tsx'
import { FormSection, Span } from '../../../kit/form/FormSection.tsx'
import { choicesOf, SelectInput } from '../../../kit/inputs/SelectInput.tsx'
import { SwitchInput } from '../../../kit/inputs/SwitchInput.tsx'
import { TextInput } from '../../../kit/inputs/TextInput.tsx'

/** The fields of a category. */
export const CategoryForm = () => (
  <FormSection title="Datos">
    <Span of={6}>
      <TextInput source="name" />
    </Span>
    <Span of={6}>
      <TextInput source="descriptionEnglish" />
    </Span>
    <Span of={6}>
      <SelectInput source="type" choices={choicesOf(CATEGORY_TYPES)} />
    </Span>
    <CreationDateInput />
    <Span of={12}>
      <SwitchInput source="status" />
    </Span>
  </FormSection>
)
