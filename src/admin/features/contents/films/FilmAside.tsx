import type { ComponentProps } from 'react'
import { useFormKit } from '../../../kit/inputs/form-kit.tsx'
import { ImagesSection } from '../sections/ImagesSection.tsx'
import { OptionsSection } from '../sections/OptionsSection.tsx'

const OPTIONS = [
  'status',
  'hasOscar',
  'isPremiere',
  'isDominican',
  'isYoutube',
  'onlyEnglish',
  'monoAudio',
  'adultOnly',
  'children',
]

/** The pictures and the switches that the content at hand has. */
export const FilmAside = (images: ComponentProps<typeof ImagesSection>) => {
  const { schema } = useFormKit()
  return (
    <>
      <ImagesSection {...images} />
      <OptionsSection sources={OPTIONS.filter((source) => source in schema.shape)} />
    </>
  )
}
