import { useWatch } from 'react-hook-form'
import { FormSection, Span } from '../../../kit/form/FormSection.tsx'
import { ImageInput } from '../../../kit/inputs/ImageInput.tsx'

/** The logo of a channel or a radio station, and further pictures of it. */
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
