import type { ComponentProps } from 'react'
import { Span } from '../../../kit/form/FormSection.tsx'
import { useHasField } from '../../../kit/inputs/form-kit.tsx'

interface PlaceProps extends ComponentProps<typeof Span> {
  source: string
}

/** The place of a field in a section's grid; nothing where the content at hand has no such field. */
export const Place = ({ source, ...span }: PlaceProps) => (useHasField(source) ? <Span {...span} /> : null)
