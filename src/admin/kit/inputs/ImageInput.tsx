import Box from '@mui/material/Box'
import { useWatch } from 'react-hook-form'
import { isImageUrl } from '../../../domain/validation/fields.ts'
import { Thumbnail } from '../display/Thumbnail.tsx'
import type { FieldProps } from './field.tsx'
import { TextInput } from './TextInput.tsx'

interface ImageInputProps extends FieldProps {
  /** What the picture shows, for who does not see it. */
  alt: string
  ratio?: string
  fit?: 'cover' | 'contain'
}

/** The address of a picture, with the picture itself above it; a click shows it large. */
export const ImageInput = ({ alt, ratio = '2 / 3', fit = 'cover', ...field }: ImageInputProps) => {
  const value: unknown = useWatch({ name: field.source })
  const src = typeof value === 'string' && isImageUrl(value) ? value : ''
  return (
    <Box sx={{ mb: 1 }}>
      <Thumbnail src={src} alt={alt} width="100%" ratio={ratio} fit={fit} />
      <TextInput {...field} type="text" placeholder="https://…" />
    </Box>
  )
}
