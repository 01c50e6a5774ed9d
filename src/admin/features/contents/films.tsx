import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react'
import {
  LinkBase,
  type RaRecord,
  useCreatePath,
  useDataProvider,
  useRecordContext,
  useResourceContext,
} from 'react-admin'
import { useWatch } from 'react-hook-form'
import { defectOptions, TRAILER_PROVIDERS } from '../../../domain/contents/film-fields.ts'
import { isImdbId } from '../../../domain/contents/film-lookup.ts'
import type { LinkedResource } from '../../../domain/contents/link-verdict.ts'
import { entryOf, isResource } from '../../../domain/registry.ts'
import type { RowOf } from '../../api/http.ts'
import { useSettings } from '../../api/settings.ts'
import { ConfirmDialog } from '../../kit/dialogs/ConfirmDialog.tsx'
import { PreviewButton } from '../../kit/dialogs/PreviewDialog.tsx'
import { Tag } from '../../kit/display/display.tsx'
import { CreationDateInput, FormSection, Span } from '../../kit/form/FormSection.tsx'
import { PublicationSection, WithAside } from '../../kit/form/WithAside.tsx'
import { DateInput } from '../../kit/inputs/DateInput.tsx'
import { type SaveGuard, useFormKit } from '../../kit/inputs/form-kit.tsx'
import {
  ChecksInput,
  type FieldProps,
  labelChoices,
  NumberInput,
  SelectInput,
  SwitchInput,
  TextInput,
  toChoices,
} from '../../kit/inputs/inputs.tsx'
import { ReferenceInput } from '../../kit/inputs/ReferenceInput.tsx'
import type { CatalogueListProps } from '../../kit/list/CatalogueList.tsx'
import { type Column, countColumn, coverColumn, dayColumn, linkColumn } from '../../kit/list/columns.tsx'
import { DatedList, datedStatusColumn } from '../../kit/list/DatedList.tsx'
import { SelectFilter } from '../../kit/list/filters.tsx'
import type { BulkEntity } from '../../kit/list/selection.tsx'
import { LinkHostFilter, linkStateColumn, withLinkActions } from '../links/lists.tsx'
import { QualityFilter } from '../quality/QualityFilter.tsx'
import { ImdbLink } from '../support/imdb.tsx'
import { withCategories } from './category-changes.tsx'
import { LinksSection } from './links.tsx'
import { PictureInput } from './PictureInput.tsx'

interface FilmListProps extends Pick<CatalogueListProps, 'title'> {
  entity: BulkEntity & { readonly resource: LinkedResource }
  createLabel: string
}

/** The list of films and other film-like contents. */
export const FilmList = ({ entity, title, createLabel }: FilmListProps) => (
  <DatedList
    title={title}
    bulk={withLinkActions({ ...withCategories(entity), resource: entity.resource })}
    createLabel={createLabel}
    filters={
      <>
        <ReservedFilter />
        <DefectFilter />
        <LinkHostFilter />
      </>
    }
    columns={[
      ...PRESENTED_COLUMNS,
      RESERVED_COLUMN,
      linkStateColumn(entity.resource),
      datedStatusColumn({ source: 'status' }),
    ]}
  />
)

const DefectFilter = () => {
  const resource = useResourceContext() ?? ''
  return <QualityFilter options={isResource(resource) ? defectOptions(resource) : []} />
}

const RESERVED = [{ value: 'true', label: 'Solo enlaces reservados' }]

export const ReservedFilter = () => (
  <SelectFilter source="onlyLinkReserved" label="Enlaces" options={RESERVED} allLabel="Todos" />
)

/** The first columns of the lists of films and of series. */
export const PRESENTED_COLUMNS: readonly Column<RowOf<'movies' | 'series'>>[] = [
  coverColumn({ source: 'covertImage', label: 'Portada' }),
  linkColumn({ source: 'title', clip: 210 }),
  { source: 'year', firstOrder: 'DESC', align: 'right', onPhone: 'line' },
  { source: 'genres', clip: 130, onPhone: 'line', render: ({ genres }) => genres.join(', ') },
  countColumn({ source: 'view' }),
  { source: 'mailOrigin', isHidden: 'below-1280', clip: 100 },
  { source: 'reference', isHidden: 'below-1280', clip: 95 },
  dayColumn({ source: 'dateUpdate', label: 'Modificado' }),
]

const RESERVED_COLUMN: Column<RowOf<'movies'>> = {
  source: 'hasLinkReserved',
  onPhone: 'beside',
  label: 'Reservado',
  firstOrder: 'DESC',
  render: ({ hasLinkReserved }) => (hasLinkReserved ? <Tag>Reservado</Tag> : null),
}

interface FilmFormProps {
  /** Inputs of the section 'Datos' before the dates of the record. */
  details?: ReactNode
  /** Inputs of the section 'Clasificación' before the categories. */
  classification?: ReactNode
  genres: readonly string[]
  /** Fields of its switches. */
  options: readonly string[]
  /** Schema and fields of its links, if different from the usual ones. */
  links?: ComponentProps<typeof LinksSection>
}

/** The form of a film-like content. */
export const FilmForm = ({ details, classification, genres, options, links }: FilmFormProps) => (
  <WithAside
    aside={
      <>
        <FormSection title="Imágenes">
          <CoverInputs />
        </FormSection>
        <OptionsSection sources={options} />
        <PublicationSection />
      </>
    }
  >
    <FormSection title="Datos">
      <TitleInputs hasRuntime />
      <SynopsisInputs />
      {details}
      <RecordInputs />
    </FormSection>
    <LinksSection {...links} />
    <ClassificationSection genres={genres}>{classification}</ClassificationSection>
  </WithAside>
)

interface ClassificationSectionProps {
  genres: readonly string[]
  children: ReactNode
}

export const ClassificationSection = ({ genres, children }: ClassificationSectionProps) => (
  <FormSection title="Clasificación" isBelowFold>
    {children}
    <Span of={6}>
      <ReferenceInput source="categories" />
    </Span>
    <Span of={12}>
      <ChecksInput source="genres" choices={toChoices(genres)} columnWidth={125} />
    </Span>
  </FormSection>
)

export const RatedInput = ({ ratings }: { ratings: readonly string[] }) => (
  <Span of={3} phone={6}>
    <SelectInput source="rated" choices={toChoices(ratings)} />
  </Span>
)

export const RatingInput = () => (
  <Span of={3} phone={6}>
    <NumberInput source="rating" decimals />
  </Span>
)

/** Title and year, and the duration of what plays in one go. */
export const TitleInputs = ({ hasRuntime = false }: { hasRuntime?: boolean }) => (
  <>
    <Span of={hasRuntime ? 8 : 10}>
      <TextInput source="title" />
    </Span>
    <Span of={2} phone={6}>
      <NumberInput source="year" />
    </Span>
    {hasRuntime ? (
      <Span of={2} phone={6}>
        <NumberInput source="runtime" />
      </Span>
    ) : null}
  </>
)

/** The synopsis in both languages, and the cast. */
export const SynopsisInputs = () => (
  <>
    <Span of={6}>
      <TextInput source="synopsis" rows={4} />
    </Span>
    <Span of={6}>
      <TextInput source="synopsisEng" rows={4} />
    </Span>
    <Span of={12}>
      <TextInput source="actors" rows={2} />
    </Span>
  </>
)

/** When the record was created, and where it comes from. */
export const RecordInputs = () => (
  <>
    <CreationDateInput />
    <Span of={4}>
      <MailOriginInput source="mailOrigin" />
    </Span>
    <Span of={8}>
      <TextInput source="reference" maxLength={150} />
    </Span>
  </>
)

export const ReleasedInput = () => (
  <Span of={4}>
    <DateInput source="released" />
  </Span>
)

export const TrailerInputs = ({ hasProvider = false }: { hasProvider?: boolean }) => (
  <>
    <Span of={hasProvider ? 7 : 10}>
      <TextInput source="trailer" placeholder="https://…" />
    </Span>
    {hasProvider ? (
      <Span of={3} phone={7}>
        <SelectInput source="trailerProvider" choices={labelChoices(TRAILER_PROVIDERS)} />
      </Span>
    ) : null}
    <Span of={2} phone={5}>
      <TrailerButton isBelow={!hasProvider} />
    </Span>
  </>
)

const TrailerButton = ({ isBelow }: { isBelow: boolean }) => {
  const [trailer, provider]: unknown[] = useWatch({ name: ['trailer', 'trailerProvider'] })
  const url = typeof trailer === 'string' ? trailer.trim() : ''
  return (
    <PreviewButton
      label="Ver trailer"
      title="Trailer"
      url={url}
      isYoutube={provider === 'Y'}
      isBelow={isBelow}
    />
  )
}

export const ImdbInput = () => {
  const [imdbId, title]: unknown[] = useWatch({ name: ['imdbId', 'title'] })
  return (
    <Span of={4}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, alignItems: 'center' }}>
        <Box sx={{ flex: '1 1 140px' }}>
          <TextInput source="imdbId" placeholder="tt1234567" />
        </Box>
        <Box sx={{ mt: '24px', '&:empty': { display: 'none' } }}>
          <ImdbLink imdbId={imdbId} title={title} />
        </Box>
        <DuplicateGuard />
      </Box>
    </Span>
  )
}

/** A select of the origin addresses in the settings; free text if there are none. */
const MailOriginInput = (props: FieldProps) => {
  const { data } = useSettings()
  const current: unknown = useWatch({ name: props.source })
  const offered = data?.mailsOrigin ?? []
  if (offered.length === 0) return <TextInput {...props} type="email" />
  const currentEmail =
    typeof current === 'string' && current !== '' && !offered.includes(current) ? [current] : []
  return <SelectInput {...props} emptyValue="" choices={toChoices([...offered, ...currentEmail])} />
}

/** The pictures of films and series. */
export const CoverInputs = () => (
  <>
    <PictureInput source="covertImage" name="Portada" ratio="2 / 3" />
    <PictureInput source="fullImage" name="Fondo" ratio="16 / 9" />
  </>
)

/** The switches of these fields. */
export const OptionsSection = ({ sources }: { sources: readonly string[] }) => (
  <FormSection title="Opciones" isBelowFold>
    {sources.map((source) => (
      <Span key={source} of={12} phone={6}>
        <SwitchInput source={source} />
      </Span>
    ))}
  </FormSection>
)

/** True for resources with an IMDb id, by which their lists can be filtered. */
const hasImdbId = (resource: string): boolean =>
  isResource(resource) && entryOf(resource).defects?.includes('no_film_database') === true

const MAX_SHOWN = 5

interface Question {
  duplicates: readonly RaRecord[]
  resolve: (save: boolean) => void
}

const imdbCode = (value: unknown): string => (typeof value === 'string' ? value.trim().toLowerCase() : '')

const yearTitle = ({ title, year }: RaRecord): string =>
  typeof year === 'number' ? `${String(title)} (${year})` : String(title)

const DuplicateLink = ({ resource, record }: { resource: string; record: RaRecord }) => {
  const createPath = useCreatePath()
  return (
    <Link
      component={LinkBase}
      to={createPath({ resource, type: 'edit', id: record.id })}
      target="_blank"
      rel="noopener"
      aria-label={`${yearTitle(record)} (se abre en otra pestaña)`}
    >
      {yearTitle(record)}
    </Link>
  )
}

/** Before saving, asks for confirmation if other contents have the same IMDb id. */
export const DuplicateGuard = () => {
  const { saveGuard } = useFormKit()
  const resource = useResourceContext() ?? ''
  const record = useRecordContext()
  const dataProvider = useDataProvider()
  const [question, setQuestion] = useState<Question>()
  useEffect(() => {
    const othersWith = async (imdbId: string): Promise<RaRecord[]> => {
      const { data } = await dataProvider.getList(resource, {
        filter: { imdbId },
        pagination: { page: 1, perPage: MAX_SHOWN + 1 },
        sort: { field: 'id', order: 'ASC' },
      })
      return data.filter(({ id }) => id !== record?.id).slice(0, MAX_SHOWN)
    }
    const guard: SaveGuard = async (values) => {
      const code = imdbCode(values.imdbId)
      if (!hasImdbId(resource) || !isImdbId(code) || code === imdbCode(record?.imdbId)) return true
      // A failed look-up must not prevent saving.
      const duplicates = await othersWith(code).catch(() => [])
      return (
        duplicates.length === 0 || new Promise<boolean>((resolve) => setQuestion({ duplicates, resolve }))
      )
    }
    saveGuard.current = guard
    return () => {
      if (saveGuard.current === guard) saveGuard.current = undefined
    }
  }, [saveGuard, resource, record, dataProvider])
  const close = (save: boolean): void => {
    question?.resolve(save)
    setQuestion(undefined)
  }
  return (
    <ConfirmDialog
      open={question !== undefined}
      title="Ya existe un registro con este código IMDb"
      confirmLabel="Guardar de todos modos"
      cancelLabel="Seguir editando"
      onConfirm={() => close(true)}
      onClose={() => close(false)}
    >
      {question?.duplicates.map((one) => (
        <Box key={one.id} sx={{ py: 0.5 }}>
          <DuplicateLink resource={resource} record={one} />
        </Box>
      ))}
    </ConfirmDialog>
  )
}
