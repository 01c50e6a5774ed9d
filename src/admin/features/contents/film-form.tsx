import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { CATEGORY_TYPES, type CategoryType } from '../../../domain/contents/category-types.ts'
import { TRAILER_PROVIDERS } from '../../../domain/contents/film-fields.ts'
import { useSettings } from '../../api/use-settings.ts'
import { PreviewDialog } from '../../kit/dialogs/PreviewDialog.tsx'
import { ImdbLink } from '../../kit/display/ImdbLink.tsx'
import { CreationDateInput } from '../../kit/form/CreationDateInput.tsx'
import { FormSection, Span, WithAside } from '../../kit/form/FormSection.tsx'
import { CategoriesInput } from '../../kit/inputs/CategoriesInput.tsx'
import { ChecksInput } from '../../kit/inputs/ChecksInput.tsx'
import { DateInput } from '../../kit/inputs/DateInput.tsx'
import type { FieldProps } from '../../kit/inputs/field.tsx'
import { useFormKit, useHasField } from '../../kit/inputs/form-kit.tsx'
import { ImageInput } from '../../kit/inputs/ImageInput.tsx'
import { NumberInput } from '../../kit/inputs/NumberInput.tsx'
import { choicesIn, choicesOf, SelectInput } from '../../kit/inputs/SelectInput.tsx'
import { SwitchInput } from '../../kit/inputs/SwitchInput.tsx'
import { TextInput } from '../../kit/inputs/TextInput.tsx'
import { DuplicateGuard } from './DuplicateGuard.tsx'
import { LinksSection } from './links.tsx'

interface PlaceProps extends ComponentProps<typeof Span> {
  source: string
}

/** The place of a field in a section's grid; nothing where the content at hand has no such field. */
const Place = ({ source, ...span }: PlaceProps) => (useHasField(source) ? <Span {...span} /> : null)

/** The genres of a content, out of those of its kind. */
const GenresInput = ({ genres }: { genres: readonly string[] }) => (
  <ChecksInput source="genres" choices={choicesOf(genres)} columnWidth={125} />
)

/** Cover and background of a content, and the logo of who provides it: the pictures that its schema has. */
const ImagesSection = ({ coverRatio = '2 / 3' }: { coverRatio?: string }) => {
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

/** The switches of a content. */
const OptionsSection = ({ sources }: { sources: readonly string[] }) => (
  <FormSection title="Opciones">
    {sources.map((source) => (
      <Span key={source} of={12} phone={6}>
        <SwitchInput source={source} />
      </Span>
    ))}
  </FormSection>
)

/** Where a content came from: one of the addresses of the settings, any address where those name none. */
const MailOriginInput = (props: FieldProps) => {
  const { data } = useSettings()
  const current: unknown = useWatch({ name: props.source })
  const offered = data?.mailsOrigin ?? []
  if (offered.length === 0) return <TextInput {...props} type="email" />
  const kept = typeof current === 'string' && current !== '' && !offered.includes(current) ? [current] : []
  return <SelectInput {...props} emptyValue="" choices={choicesOf([...offered, ...kept])} />
}

/** The content's code in the external film database, and the way to its page there. */
const ImdbInput = () => {
  const [imdbId, title]: unknown[] = useWatch({ name: ['imdbId', 'title'] })
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, alignItems: 'center' }}>
      <Box sx={{ flex: '1 1 140px' }}>
        <TextInput source="imdbId" placeholder="tt1234567" />
      </Box>
      <Box sx={{ mt: '24px', '&:empty': { display: 'none' } }}>
        <ImdbLink imdbId={imdbId} title={title} />
      </Box>
      <DuplicateGuard />
    </Box>
  )
}

const PreviewButton = () => {
  const [trailer, provider]: unknown[] = useWatch({ name: ['trailer', 'trailerProvider'] })
  const [isOpen, setOpen] = useState(false)
  const address = typeof trailer === 'string' ? trailer.trim() : ''
  return (
    <>
      <Button
        variant="outlined"
        fullWidth
        disabled={address === ''}
        onClick={() => setOpen(true)}
        sx={{ mt: '29px', px: 1, whiteSpace: 'nowrap' }}
      >
        Ver trailer
      </Button>
      <PreviewDialog
        open={isOpen}
        title="Trailer"
        address={address}
        isYoutube={provider === 'Y'}
        onClose={() => setOpen(false)}
      />
    </>
  )
}

/** A trailer: its address, where it is kept, and a look at it; nothing for contents that have none. */
const TrailerInput = () => {
  const hasTrailer = useHasField('trailer')
  const hasProvider = useHasField('trailerProvider')
  if (!hasTrailer) return null
  return (
    <>
      <Span of={hasProvider ? 7 : 10}>
        <TextInput source="trailer" placeholder="https://…" />
      </Span>
      {hasProvider ? (
        <Span of={3} phone={7}>
          <SelectInput source="trailerProvider" choices={choicesIn(TRAILER_PROVIDERS)} />
        </Span>
      ) : null}
      <Span of={2} phone={5}>
        <PreviewButton />
      </Span>
    </>
  )
}

/** What a content says of itself: the fields that its schema has, below those that it has alone. */
export const FactsSection = ({ children }: { children?: ReactNode }) => (
  <FormSection title="Datos">
    {children}
    <Span of={useHasField('runtime') ? 8 : 10}>
      <TextInput source="title" />
    </Span>
    <Span of={2} phone={6}>
      <NumberInput source="year" />
    </Span>
    <Place source="runtime" of={2} phone={6}>
      <NumberInput source="runtime" />
    </Place>
    <Span of={useHasField('synopsisEng') ? 6 : 12}>
      <TextInput source="synopsis" rows={4} />
    </Span>
    <Place source="synopsisEng" of={6}>
      <TextInput source="synopsisEng" rows={4} />
    </Place>
    <Place source="actors" of={12}>
      <TextInput source="actors" rows={2} />
    </Place>
    <TrailerInput />
    <Place source="released" of={4}>
      <DateInput source="released" />
    </Place>
    <Place source="imdbId" of={4}>
      <ImdbInput />
    </Place>
    <CreationDateInput />
    <Span of={4}>
      <MailOriginInput source="mailOrigin" />
    </Span>
    <Span of={8}>
      <TextInput source="reference" maxLength={150} />
    </Span>
  </FormSection>
)

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

interface FilmFormProps {
  genres: readonly string[]
  categoryType: CategoryType
  /** Its age ratings, where it is rated. */
  ratings?: readonly string[]
  /** What its links have of their own. */
  links?: ComponentProps<typeof LinksSection>
  /** Sections that it has besides. */
  children?: ReactNode
}

const Classification = ({ genres, categoryType, ratings = [] }: FilmFormProps) => (
  <FormSection title="Clasificación">
    <Place source="mediaType" of={3} phone={6}>
      <SelectInput source="mediaType" choices={choicesOf(CATEGORY_TYPES)} />
    </Place>
    <Place source="rated" of={3} phone={6}>
      <SelectInput source="rated" choices={choicesOf(ratings)} />
    </Place>
    <Place source="rating" of={3} phone={6}>
      <NumberInput source="rating" decimals />
    </Place>
    <Span of={6}>
      <CategoriesInput source="categories" type={categoryType} />
    </Span>
    <Span of={12}>
      <GenresInput genres={genres} />
    </Span>
  </FormSection>
)

/** The form of a film, documentary, on-demand item, concert, sport or series: the fields that its schema has. */
export const FilmForm = (props: FilmFormProps) => (
  <WithAside aside={<FilmAside />}>
    <FactsSection />
    {useHasField('content') ? <LinksSection {...props.links} /> : null}
    {props.children}
    <Classification {...props} />
  </WithAside>
)
