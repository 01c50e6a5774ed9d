import type { ReactNode } from 'react'
import { CreationDate, FormSection, Span } from '../../kit/form/FormSection.tsx'
import { PublicationSection } from '../../kit/form/WithAside.tsx'
import { NumberInput, TextInput } from '../../kit/inputs/inputs.tsx'
import { PictureInput } from './PictureInput.tsx'

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
    <CreationDate />
  </FormSection>
)

/** The side column of a channel or a radio station: its logo, further pictures, and the publication dates. */
export const StationAside = ({ pictures = [] }: { pictures?: readonly string[] }) => (
  <>
    <FormSection title="Imágenes">
      {['image', ...pictures].map((source) => (
        <PictureInput key={source} source={source} name="Imagen" ratio="16 / 9" fit="contain" />
      ))}
    </FormSection>
    <PublicationSection />
  </>
)
