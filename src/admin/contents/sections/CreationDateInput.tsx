import { Span } from '../../forms/FormSection.tsx'
import { useFormKit } from '../../forms/form-kit.ts'
import { DateInput } from '../../inputs/DateInput.tsx'

/** When a content came in: asked for in update mode alone (specification, section 2). */
export const CreationDateInput = () => {
  const { mode } = useFormKit()
  if (mode !== 'edit') return null
  return (
    <Span of={4}>
      <DateInput source="dateCreate" as="instant" />
    </Span>
  )
}
