import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { CreationDateInput, FormSection, Span } from '../../kit/form/FormSection.tsx'
import { ImageInput, NumberInput, TextInput } from '../../kit/inputs/inputs.tsx'

/** Number and title of a channel or a radio station, and further fields. */
export const StationFields = ({ children }: { children: ReactNode }) => (
  <FormSection title="Datos">
    <Span of={3}>
      <NumberInput source="number" />
    </Span>
    <Span of={9}>
      <TextInput source="title" />
    </Span>
    {children}
    <CreationDateInput />
  </FormSection>
)

/** The logo of a channel or a radio station, and further pictures. */
export const LogoSection = ({ others = [] }: { others?: readonly string[] }) => {
  const title: unknown = useWatch({ name: 'title' })
  const of = typeof title === 'string' && title !== '' ? ` de ${title}` : ''
  return (
    <FormSection title="Imágenes">
      {['image', ...others].map((source) => (
        <Span key={source} of={12}>
          <ImageInput source={source} alt={`Imagen${of}`} ratio="16 / 9" fit="contain" />
        </Span>
      ))}
    </FormSection>
  )
}
