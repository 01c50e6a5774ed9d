import { useWatch } from 'react-hook-form'
import { FormSection, Span } from '../../forms/FormSection.tsx'
import { ImageInput } from '../../inputs/ImageInput.tsx'

/** Cover and background of a content. */
export const ImagesSection = () => {
  const title: unknown = useWatch({ name: 'title' })
  const of = typeof title === 'string' && title !== '' ? ` de ${title}` : ''
  return (
    <FormSection title="Imágenes">
      <Span of={12}>
        <ImageInput source="covertImage" alt={`Covert${of}`} />
      </Span>
      <Span of={12}>
        <ImageInput source="fullImage" alt={`Fondo${of}`} ratio="16 / 9" />
      </Span>
    </FormSection>
  )
}
