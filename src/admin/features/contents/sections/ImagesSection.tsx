import { useWatch } from 'react-hook-form'
import { FormSection, Span } from '../../../kit/form/FormSection.tsx'
import { ImageInput } from '../../../kit/inputs/ImageInput.tsx'
import { Place } from './Place.tsx'

/** Cover and background of a content, and the logo of who provides it: the pictures that its schema has. */
export const ImagesSection = ({ coverRatio = '2 / 3' }: { coverRatio?: string }) => {
  const title: unknown = useWatch({ name: 'title' })
  const of = typeof title === 'string' && title !== '' ? ` de ${title}` : ''
  return (
    <FormSection title="Imágenes">
      <Span of={12}>
        <ImageInput source="covertImage" alt={`Covert${of}`} ratio={coverRatio} />
      </Span>
      <Place source="fullImage" of={12}>
        <ImageInput source="fullImage" alt={`Fondo${of}`} ratio="16 / 9" />
      </Place>
      <Place source="provider" of={12}>
        <ImageInput
          source="provider"
          alt={`Proveedor${of}`}
          ratio="400 / 175"
          fit="contain"
          help="400 × 175 píxeles"
        />
      </Place>
    </FormSection>
  )
}
