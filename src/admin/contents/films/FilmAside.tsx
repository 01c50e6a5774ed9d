import { useFormKit } from '../../forms/form-kit.ts'
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
export const FilmAside = () => {
  const { shape } = useFormKit()
  return (
    <>
      <ImagesSection />
      <OptionsSection sources={OPTIONS.filter((source) => source in shape.shape)} />
    </>
  )
}
