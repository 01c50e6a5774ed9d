import { useFormKit } from '../../forms/form-kit.ts'
import { DateInput } from '../../inputs/DateInput.tsx'

/** When a content came in: asked for in update mode alone (specification, section 2). */
export const CreationDateInput = () => {
  const { mode } = useFormKit()
  return mode === 'edit' ? <DateInput source="dateCreate" as="instant" /> : null
}
