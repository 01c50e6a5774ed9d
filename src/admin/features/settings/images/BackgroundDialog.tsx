import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { useMemo } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import { TRAILER_PROVIDERS } from '../../../../domain/contents/film-fields.ts'
import { MOVIE_GENRES } from '../../../../domain/contents/genres.ts'
import { MOVIE_RATINGS, SERIES_RATINGS } from '../../../../domain/contents/ratings.ts'
import {
  type BackgroundImage,
  backgroundImageSchema,
  IMAGE_CONTENT_TYPES,
  IMAGE_INFO_TYPES,
  IMAGE_MESSAGES,
  newBackgroundImage,
} from '../../../../domain/settings/background-image.ts'
import { countErrors } from '../../../kit/form/FormBar.tsx'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { FieldGrid, Span } from '../../../kit/form/FormSection.tsx'
import { ChecksInput } from '../../../kit/inputs/ChecksInput.tsx'
import { ImageInput } from '../../../kit/inputs/ImageInput.tsx'
import { NumberInput } from '../../../kit/inputs/NumberInput.tsx'
import { choicesIn, choicesOf, SelectInput } from '../../../kit/inputs/SelectInput.tsx'
import { SuggestInput } from '../../../kit/inputs/SuggestInput.tsx'
import { SwitchInput } from '../../../kit/inputs/SwitchInput.tsx'
import { TextInput } from '../../../kit/inputs/TextInput.tsx'
import { ContentInput } from './ContentInput.tsx'
import { imageOf } from './image-record.ts'

const RATINGS = [...MOVIE_RATINGS, ...SERIES_RATINGS]
const GENRES = Object.keys(MOVIE_GENRES)

/** What is said of the dialog as a whole. */
const Incomplete = () => {
  const { errors } = useFormState()
  return (
    <Box role="alert" sx={{ gridColumn: '1 / -1', '&:empty': { display: 'none' } }}>
      {countErrors(errors) > 0 ? (
        <Alert severity="error" role="presentation">
          {IMAGE_MESSAGES.general}
        </Alert>
      ) : null}
    </Box>
  )
}

/** The genres of films, and those that the image has besides. */
const GenresInput = () => {
  const chosen: unknown = useWatch({ name: 'info.genres' })
  const others = Array.isArray(chosen) ? chosen.map(String).filter((genre) => !GENRES.includes(genre)) : []
  return (
    <ChecksInput
      source="info.genres"
      label="Géneros"
      choices={choicesOf([...GENRES, ...others])}
      columnWidth={125}
    />
  )
}

/** Where a click leads, once there is one. */
const ClickInputs = () => {
  const isClickable = useWatch({ name: 'content.enableClick' }) === true
  return (
    <>
      <Span of={12}>
        <SwitchInput source="content.enableClick" label="Abre un contenido al hacer clic" />
      </Span>
      {isClickable ? (
        <>
          <Span of={4}>
            <SelectInput
              source="content.contentType"
              label="Tipo de contenido"
              emptyValue=""
              choices={choicesOf(IMAGE_CONTENT_TYPES)}
            />
          </Span>
          <Span of={8}>
            <ContentInput source="content.contentId" label="Contenido" />
          </Span>
        </>
      ) : null}
    </>
  )
}

/** What the image announces. */
const InfoInputs = () => (
  <>
    <Span of={12}>
      <TextInput source="info.title" label="Título" />
    </Span>
    <Span of={7}>
      <SelectInput source="info.infoType" label="Tipo de información" choices={choicesOf(IMAGE_INFO_TYPES)} />
    </Span>
    <Span of={5}>
      <NumberInput source="info.year" label="Año" />
    </Span>
    <Span of={7}>
      <NumberInput source="info.duration" label="Duración (minutos)" />
    </Span>
    <Span of={5}>
      <SuggestInput source="info.rated" label="Clasificación" suggestions={RATINGS} />
    </Span>
  </>
)

const Fields = () => (
  <>
    <Incomplete />
    <Span of={5}>
      <ImageInput source="image" label="Imagen" alt="Imagen de fondo" ratio="16 / 9" />
    </Span>
    <Span of={7}>
      <FieldGrid>
        <InfoInputs />
      </FieldGrid>
    </Span>
    <Span of={12}>
      <GenresInput />
    </Span>
    <Span of={8}>
      <TextInput source="content.link" label="Link del trailer" placeholder="https://…" />
    </Span>
    <Span of={4}>
      <SelectInput
        source="content.trailerProvider"
        label="Proveedor del trailer"
        choices={choicesIn(TRAILER_PROVIDERS)}
      />
    </Span>
    <ClickInputs />
    <Span of={12}>
      <SwitchInput source="isChildren" label="Infantil" />
    </Span>
  </>
)

interface BackgroundDialogProps {
  open: boolean
  /** The image to edit; a new one without it. */
  image: BackgroundImage | undefined
  onSave: (image: BackgroundImage) => void
  onClose: () => void
}

/** Adds or edits a background image. */
export const BackgroundDialog = ({ image, onSave, ...dialog }: BackgroundDialogProps) => {
  const record = useMemo(() => image ?? newBackgroundImage(), [image])
  return (
    <FormDialog
      {...dialog}
      title={image === undefined ? 'Agregar imagen' : 'Editar imagen'}
      schema={backgroundImageSchema}
      record={record}
      onSave={(values) => onSave(imageOf(values))}
    >
      <Fields />
    </FormDialog>
  )
}
