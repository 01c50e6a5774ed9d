import type { ComponentProps } from 'react'
import { FormSection } from '../../../kit/form/FormSection.tsx'
import { LinksInput } from '../links/LinksInput.tsx'

/** The links of a content. */
export const LinksSection = (props: ComponentProps<typeof LinksInput>) => (
  <FormSection title="Enlaces">
    <LinksInput {...props} />
  </FormSection>
)
