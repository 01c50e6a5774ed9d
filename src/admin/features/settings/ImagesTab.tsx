import Alert from '@mui/material/Alert'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { type RaRecord, useGetList, useGetMany } from 'react-admin'
import { type FieldValues, useFormContext, useFormState, useWatch } from 'react-hook-form'
import { MOVIE_RATINGS, SERIES_RATINGS, TRAILER_PROVIDERS } from '../../../domain/contents/film-fields.ts'
import { MOVIE_GENRES } from '../../../domain/contents/genres.ts'
import type { Resource } from '../../../domain/registry.ts'
import {
  type BackgroundImage,
  backgroundImageSchema,
  IMAGE_CONTENT_RESOURCES,
  IMAGE_CONTENT_TYPES,
  IMAGE_INFO_TYPES,
  IMAGE_MESSAGES,
  newBackgroundImage,
} from '../../../domain/settings/background-image.ts'
import { useCan } from '../../api/me.ts'
import { Tag, Thumbnail } from '../../kit/display/display.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { FieldGrid, FormSection, Span } from '../../kit/form/FormSection.tsx'
import { messagesIn } from '../../kit/inputs/form-kit.tsx'
import {
  DeleteItemButton,
  ItemButtons,
  ItemRow,
  ItemsInput,
  MoveItemButtons,
} from '../../kit/inputs/ItemsInput.tsx'
import {
  ChecksInput,
  FieldLabel,
  type FieldProps,
  ImageInput,
  labelChoices,
  NumberInput,
  SelectInput,
  SwitchInput,
  TextInput,
  toChoices,
  useExtraRender,
  useField,
} from '../../kit/inputs/inputs.tsx'
import { SuggestInput } from '../../kit/inputs/ReferenceInput.tsx'

/** The background images of the apps' first screen, in display order. */
export const ImagesTab = () => (
  <>
    <FormSection title="Imágenes de fondo">
      <ItemsInput
        source="contentBackground"
        addLabel="Agregar imagen"
        itemsIn={imagesIn}
        row={({ item, onChange: _, ...row }) => <BackgroundRow image={item} {...row} />}
        dialog={({ item, items: _, ...dialog }) => <BackgroundDialog image={item} {...dialog} />}
      />
    </FormSection>
    <FormSection title="Otras imágenes">
      <Span of={12}>
        <TextInput source="linkImg" placeholder="https://…" />
      </Span>
    </FormSection>
  </>
)

interface BackgroundRowProps {
  image: BackgroundImage
  errors: readonly string[]
  onEdit: () => void
  onDelete: () => void
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
}

const BackgroundRow = ({ image, errors, onEdit, onDelete, onUp, onDown }: BackgroundRowProps) => {
  const { infoType, title, year } = image.info
  return (
    <ItemRow testId="background" errors={errors}>
      <Thumbnail src={image.image} alt={title} width={96} ratio="16 / 9" />
      <Box sx={{ flex: '1 1 180px', minWidth: 0, overflowWrap: 'anywhere' }}>
        {title} ({year})
      </Box>
      <Tag>{infoType}</Tag>
      {image.isChildren ? <Tag>Infantil</Tag> : null}
      {image.content.enableClick ? <Tag>Abre: {image.content.contentType}</Tag> : null}
      <ItemButtons>
        <MoveItemButtons name={title} onUp={onUp} onDown={onDown} />
        <Button size="small" aria-label={`Editar ${title}`} onClick={onEdit}>
          Editar
        </Button>
        <DeleteItemButton name={title} prompt={IMAGE_MESSAGES.deletePrompt(title)} onDelete={onDelete} />
      </ItemButtons>
    </ItemRow>
  )
}

const RATINGS = [...MOVIE_RATINGS, ...SERIES_RATINGS]
const GENRES = Object.keys(MOVIE_GENRES)

/** Message about the dialog as a whole. */
const Incomplete = () => {
  const { errors } = useFormState()
  return (
    <Box role="alert" sx={{ gridColumn: '1 / -1', '&:empty': { display: 'none' } }}>
      {messagesIn(errors).length > 0 ? (
        <Alert severity="error" role="presentation">
          {IMAGE_MESSAGES.general}
        </Alert>
      ) : null}
    </Box>
  )
}

/** The film genres, and any other ones that the image has. */
const GenresInput = () => {
  const chosen: unknown = useWatch({ name: 'info.genres' })
  const others = Array.isArray(chosen) ? chosen.map(String).filter((genre) => !GENRES.includes(genre)) : []
  return <ChecksInput source="info.genres" choices={toChoices([...GENRES, ...others])} columnWidth={125} />
}

/** Target of a click, if clicks are enabled. */
const ClickInputs = () => {
  const isClickable = useWatch({ name: 'content.enableClick' }) === true
  return (
    <>
      <Span of={12}>
        <SwitchInput source="content.enableClick" />
      </Span>
      {isClickable ? (
        <>
          <Span of={4}>
            <SelectInput
              source="content.contentType"
              emptyValue=""
              choices={toChoices(IMAGE_CONTENT_TYPES)}
            />
          </Span>
          <Span of={8}>
            <ContentInput source="content.contentId" />
          </Span>
        </>
      ) : null}
    </>
  )
}

/** Content that the image advertises. */
const InfoInputs = () => (
  <>
    <Span of={12}>
      <TextInput source="info.title" />
    </Span>
    <Span of={7}>
      <SelectInput source="info.infoType" choices={toChoices(IMAGE_INFO_TYPES)} />
    </Span>
    <Span of={5}>
      <NumberInput source="info.year" />
    </Span>
    <Span of={7}>
      <NumberInput source="info.duration" />
    </Span>
    <Span of={5}>
      <SuggestInput source="info.rated" suggestions={RATINGS} />
    </Span>
  </>
)

const Fields = () => (
  <>
    <Incomplete />
    <Span of={5}>
      <ImageInput source="image" alt="Imagen de fondo" ratio="16 / 9" />
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
      <TextInput source="content.link" placeholder="https://…" />
    </Span>
    <Span of={4}>
      <SelectInput source="content.trailerProvider" choices={labelChoices(TRAILER_PROVIDERS)} />
    </Span>
    <ClickInputs />
    <Span of={12}>
      <SwitchInput source="isChildren" />
    </Span>
  </>
)

interface BackgroundDialogProps {
  open: boolean
  /** The image to edit; undefined for a new one. */
  image: BackgroundImage | undefined
  onSave: (image: BackgroundImage) => void
  onClose: () => void
}

const BackgroundDialog = ({ image, onSave, ...dialog }: BackgroundDialogProps) => {
  const record = useMemo(() => image ?? newBackgroundImage(), [image])
  return (
    <FormDialog
      {...dialog}
      title={image === undefined ? 'Agregar imagen' : 'Editar imagen'}
      schema={backgroundImageSchema}
      record={record}
      onSave={(values) => onSave(toImage(values))}
    >
      <Fields />
    </FormDialog>
  )
}

const GONE = 'Este contenido ya no existe: elija otro.'

const contentName = ({ title, number, year }: RaRecord): string =>
  [number, title, year ? `(${year})` : ''].filter(Boolean).join(' ')

/** Searches contents of one resource by title. */
const Search = ({ resource, ...props }: FieldProps & { resource: Resource }) => {
  const { id, name, value, label, error, change, blur } = useField(props)
  const [typed, setTyped] = useState('')
  const contentId = typeof value === 'string' ? value : ''
  const { matches, selected, isGone, isSearching } = useContents(resource, typed, contentId)
  useExtraRender(matches.map(({ id }) => String(id)))
  const current = contentId === '' ? null : (selected ?? { id: contentId, title: contentId })
  return (
    <Autocomplete<RaRecord>
      id={id}
      value={current}
      options={matches}
      filterOptions={(options) => options}
      getOptionLabel={contentName}
      getOptionKey={(option) => option.id}
      isOptionEqualToValue={(option, other) => option.id === other.id}
      onChange={(_, option) => change(option === null ? '' : String(option.id))}
      onInputChange={(_, text, reason) => setTyped(reason === 'input' ? text : '')}
      onBlur={blur}
      loading={isSearching}
      loadingText="Buscando…"
      noOptionsText={typed.trim() === '' ? 'Todavía no hay registros.' : 'Nada coincide.'}
      clearText="Quitar"
      openText="Abrir"
      closeText="Cerrar"
      renderInput={(params) => (
        <TextField
          {...params}
          name={name}
          label={<FieldLabel required>{label}</FieldLabel>}
          error={error !== undefined}
          helperText={error ?? (isGone ? GONE : 'Escriba parte del título.')}
        />
      )}
    />
  )
}

/** Clears the content when its type changes. */
const useClearContent = (source: string, contentType: unknown): void => {
  const { setValue } = useFormContext()
  const lastType = useRef(contentType)
  useEffect(() => {
    const before = lastType.current
    lastType.current = contentType
    if (before !== contentType && typeof before === 'string' && before !== '')
      setValue(source, '', { shouldDirty: true })
  }, [contentType, source, setValue])
}

/** The content opened by a click: a search for users who may list its type, otherwise its id. */
const ContentInput = (props: FieldProps) => {
  const contentType: unknown = useWatch({ name: 'content.contentType' })
  useClearContent(props.source, contentType)
  const resource = contentResource(contentType)
  const canList = useCan('list', resource ?? 'movies')
  if (resource === undefined)
    return <TextInput {...props} disabled help="Elija primero el tipo de contenido." />
  return canList ? (
    <Search key={resource} resource={resource} {...props} />
  ) : (
    <TextInput {...props} help="El identificador del contenido." />
  )
}

const MAX_IMAGES = 20

/** Contents that match a text, and the one with an id; `isGone` if that was deleted. */
const useContents = (resource: Resource, typed: string, id: string) => {
  const q = useDeferredValue(typed.trim())
  const { data: matches = [], isPending } = useGetList<RaRecord>(resource, {
    filter: q === '' ? {} : { q },
    pagination: { page: 1, perPage: MAX_IMAGES },
    sort: { field: 'title', order: 'ASC' },
  })
  const { data: records = [], isSuccess } = useGetMany<RaRecord>(
    resource,
    { ids: [id] },
    { enabled: id !== '' },
  )
  const selected = records.find((each) => String(each?.id) === id)
  return {
    matches,
    selected,
    isGone: id !== '' && isSuccess && selected === undefined,
    isSearching: isPending,
  }
}

// Values come from the API or the image dialog.
const asImage = (value: object): BackgroundImage => value as BackgroundImage

const imagesIn = (value: unknown): BackgroundImage[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null).map(asImage) : []

/** Already validated by the dialog's resolver. */
const toImage = ({ image, isChildren, info, content }: FieldValues): BackgroundImage =>
  asImage({ image, isChildren, info, content })

/** The resource of a content type; undefined while none is chosen. */
const contentResource = (contentType: unknown): Resource | undefined =>
  Object.entries(IMAGE_CONTENT_RESOURCES).find(([name]) => name === contentType)?.[1]
