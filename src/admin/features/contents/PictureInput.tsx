import type { ComponentProps } from 'react'
import { useWatch } from 'react-hook-form'
import { Span } from '../../kit/form/FormSection.tsx'
import { ImageInput } from '../../kit/inputs/inputs.tsx'

interface PictureInputProps extends Omit<ComponentProps<typeof ImageInput>, 'alt'> {
  /** What the picture is, named together with the title: 'Portada de La isla'. */
  name: string
}

/** A picture of a content, channel or station. */
export const PictureInput = ({ name, ...image }: PictureInputProps) => {
  const title: unknown = useWatch({ name: 'title' })
  const of = typeof title === 'string' && title !== '' ? ` de ${title}` : ''
  return (
    <Span of={12}>
      <ImageInput {...image} alt={`${name}${of}`} />
    </Span>
  )
}
