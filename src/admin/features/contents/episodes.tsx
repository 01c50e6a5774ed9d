import PreviousIcon from '@mui/icons-material/ChevronLeft'
import NextIcon from '@mui/icons-material/ChevronRight'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { LinkBase, Navigate, type RaRecord, useRecordContext } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import {
  EPISODE_MESSAGES,
  editedEpisodeSchema,
  episodeCode,
  episodeEntity,
  newEpisodeSchema,
} from '../../../domain/contents/episode.ts'
import { DEFECTS, FILM_MESSAGES } from '../../../domain/contents/film-fields.ts'
import { nextPosition, type SeasonSummary } from '../../../domain/contents/season.ts'
import type { RecordOf, RowOf } from '../../api/http.ts'
import { useCan } from '../../api/me.ts'
import { parentValues, pathOf } from '../../api/paths.ts'
import { useRealLocation } from '../../api/router.tsx'
import { dayText } from '../../kit/display/dates.ts'
import { Tag } from '../../kit/display/display.tsx'
import { CatalogueCreate } from '../../kit/form/CatalogueForm.tsx'
import { FormSection, Span } from '../../kit/form/FormSection.tsx'
import { RecordPlaceholder } from '../../kit/form/record-placeholder.tsx'
import { PublicationSection, WithAside } from '../../kit/form/WithAside.tsx'
import { useFormKit } from '../../kit/inputs/form-kit.tsx'
import { NumberInput, SelectInput, TextInput } from '../../kit/inputs/inputs.tsx'
import { type Column, countColumn, linkColumn } from '../../kit/list/columns.tsx'
import { DatedList, datedStatusColumn } from '../../kit/list/DatedList.tsx'
import { SelectFilter } from '../../kit/list/filters.tsx'
import { RowDelete } from '../../kit/list/RowDelete.tsx'
import { LinkHostFilter, linkStateColumn, withLinkActions } from '../links/lists.tsx'
import { QualityFilter } from '../quality/QualityFilter.tsx'
import { MediaEdit } from '../support/issues/MediaEdit.tsx'
import {
  ImdbInput,
  OptionsSection,
  RecordInputs,
  ReleasedInput,
  ReservedFilter,
  TitleInputs,
} from './films.tsx'
import { LinksSection } from './links.tsx'
import { PictureInput } from './PictureInput.tsx'
import { useSeasons } from './seasons.ts'

/** The series id in the URL; '' if there is none. */
const useSerieId = (): string => {
  const { pathname } = useRealLocation()
  return parentValues('episodes', pathname)[0] ?? ''
}

/** Truncated before the header wraps; on a phone in full. */
const CLAMP = {
  minWidth: 0,
  overflowWrap: 'anywhere',
  '@media (min-width: 600px)': {
    flex: '100 1 120px',
    maxWidth: 'max-content',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
} as const

const SerieLink = () => {
  const serieId = useSerieId()
  const { data } = useSeasons(serieId)
  const canOpen = useCan('edit', 'series')
  if (data === undefined) return null
  if (!canOpen)
    return (
      <Box component="span" title={data.title} sx={CLAMP}>
        {data.title}
      </Box>
    )
  return (
    <Link component={LinkBase} to={pathOf('series-edit', serieId)} title={data.title} sx={CLAMP}>
      {data.title}
    </Link>
  )
}

type EpisodeRow = RowOf<'episodes'>

const SeasonFilter = ({ serieId }: { serieId: string }) => {
  const { data } = useSeasons(serieId)
  const options = (data?.seasons ?? []).map(({ number, description }) => ({
    value: String(number),
    label: description,
  }))
  return <SelectFilter source="season" label="Temporada" options={options} allLabel="Todas" />
}

const INFO = {
  display: 'inline-flex',
  flexWrap: { xs: 'wrap', sm: 'nowrap' },
  justifyContent: { xs: 'flex-end', sm: 'flex-start' },
  alignItems: 'center',
  gap: 1,
  whiteSpace: 'nowrap',
} as const

/** Release date, duration, and whether a link is reserved. */
const Info = ({ episode }: { episode: EpisodeRow }) => {
  const { released, year, runtime, hasLinkReserved } = episode
  const shown = released === '' ? (year ?? '') : dayText(released)
  const details = [shown, runtime === null ? '' : `${runtime} min`].filter((detail) => detail !== '')
  if (details.length === 0 && !hasLinkReserved) return null
  return (
    <Box component="span" sx={INFO}>
      {details.join(' · ')}
      {hasLinkReserved ? <Tag>Reservado</Tag> : null}
    </Box>
  )
}

const deletePrompt = ({ title }: RaRecord): string => FILM_MESSAGES.deletePrompt(String(title))

const BULK = withLinkActions(episodeEntity)

const COLUMNS: readonly Column<EpisodeRow>[] = [
  { source: 'episode', align: 'right', onPhone: 'labelled' },
  { source: 'season', align: 'right', onPhone: 'labelled' },
  linkColumn({ source: 'title', clip: 190 }),
  countColumn({ source: 'view' }),
  { source: 'mailOrigin', clip: 110 },
  { source: 'reference', clip: 100 },
  { source: 'info', label: 'Información', render: (episode) => <Info episode={episode} /> },
  linkStateColumn('episodes'),
  datedStatusColumn({ source: 'status' }),
  {
    source: 'actions',
    label: 'Acciones',
    disableSort: true,
    onPhone: 'action',
    render: () => <RowDelete prompt={deletePrompt} />,
  },
]

const DEAD_LINK = [{ value: 'dead_link', label: DEFECTS.dead_link }]

const EpisodeList = () => {
  const serieId = useSerieId()
  return (
    <DatedList
      key={serieId}
      title="Episodios"
      createLabel="Nuevo episodio"
      sort={{ field: 'season', order: 'ASC' }}
      only={{ serieId }}
      bulk={BULK}
      details={<SerieLink />}
      filters={
        <>
          <SeasonFilter serieId={serieId} />
          <ReservedFilter />
          <QualityFilter options={DEAD_LINK} />
          <LinkHostFilter />
        </>
      }
      columns={COLUMNS}
    />
  )
}

const NONE: SeasonSummary[] = []

/** Suggests the next number of the chosen season for a new episode, until one is typed. */
const useProposal = (seasons: readonly SeasonSummary[]): void => {
  const { mode } = useFormKit()
  const { getValues, setValue } = useFormContext()
  const season: unknown = useWatch({ name: 'season' })
  const proposed = useRef(getValues('episode'))
  useEffect(() => {
    const next = nextPosition(seasons.filter(({ number }) => number === season))
    if (mode === 'edit' || next === undefined || getValues('episode') !== proposed.current) return
    proposed.current = next.episode
    setValue('episode', next.episode, { shouldDirty: true })
  }, [mode, season, seasons, getValues, setValue])
}

/** The season of an episode, from those of the series, and its number. */
const PositionInputs = () => {
  const { data } = useSeasons(useSerieId())
  const seasons = data?.seasons ?? NONE
  useProposal(seasons)
  const help = data?.seasons.length === 0 ? 'La serie todavía no tiene temporadas.' : undefined
  return (
    <>
      <Span of={6}>
        <SelectInput
          source="season"
          choices={seasons.map(({ number, description }) => ({
            id: number,
            name: `${number} · ${description}`,
          }))}
          {...(help === undefined ? {} : { help })}
        />
      </Span>
      <Span of={3} phone={6}>
        <NumberInput source="episode" />
      </Span>
      <Span of={3} phone={6}>
        <NumberInput source="rating" decimals />
      </Span>
    </>
  )
}

const OPTIONS = ['status', 'onlyEnglish', 'monoAudio']

const EpisodeForm = () => (
  <WithAside
    aside={
      <>
        <FormSection title="Imágenes">
          <PictureInput source="covertImage" name="Portada" ratio="16 / 9" />
        </FormSection>
        <OptionsSection sources={OPTIONS} />
        <PublicationSection />
      </>
    }
  >
    <FormSection title="Datos">
      <PositionInputs />
      <TitleInputs hasRuntime />
      <Span of={12}>
        <TextInput source="synopsis" rows={4} />
      </Span>
      <ReleasedInput />
      <ImdbInput />
      <RecordInputs />
    </FormSection>
    <LinksSection />
  </WithAside>
)

const TITLE = 'Nuevo episodio'

const useFirst = (serieId: string) => {
  const { data, isFetching, error, refetch } = useSeasons(serieId)
  const [first, setFirst] = useState<Record<string, unknown>>()
  // A cached response may lack the last episode.
  if (first === undefined && !isFetching && data !== undefined)
    setFirst({ serieId, ...nextPosition(data.seasons) })
  return { first, isFetching, error, refetch }
}

const Create = ({ serieId }: { serieId: string }) => {
  const { first, isFetching, error, refetch } = useFirst(serieId)
  if (first === undefined)
    return <RecordPlaceholder title={TITLE} error={isFetching ? null : error} retry={refetch} />
  return (
    <CatalogueCreate
      title={TITLE}
      schema={newEpisodeSchema}
      incomplete={EPISODE_MESSAGES.incomplete}
      defaultValues={first}
      actions={<SerieLink />}
    >
      <EpisodeForm />
    </CatalogueCreate>
  )
}

const EpisodeCreate = () => {
  const serieId = useSerieId()
  return <Create key={serieId} serieId={serieId} />
}

const SIDES = {
  previous: { label: 'Episodio anterior', icon: { startIcon: <PreviousIcon /> } },
  next: { label: 'Episodio siguiente', icon: { endIcon: <NextIcon /> } },
} as const

const NeighbourButton = ({
  side,
  to,
}: {
  side: keyof typeof SIDES
  to: RecordOf<'episodes'>['next'] | undefined
}) => {
  const serieId = useSerieId()
  const { label, icon } = SIDES[side]
  if (!to)
    return (
      <Button variant="outlined" disabled aria-label={label} {...icon}>
        —
      </Button>
    )
  return (
    <Button
      variant="outlined"
      component={LinkBase}
      to={pathOf('episode-edit', serieId, to._id)}
      aria-label={`${label}: ${episodeCode(to)} ${to.title}`}
      {...icon}
    >
      {episodeCode(to)}
    </Button>
  )
}

const EpisodeNeighbours = () => {
  const record = useRecordContext<RecordOf<'episodes'>>()
  return (
    <Box sx={{ display: 'flex', gap: 1 }}>
      <NeighbourButton side="previous" to={record?.previous} />
      <NeighbourButton side="next" to={record?.next} />
    </Box>
  )
}

/** Redirects a URL with the wrong series to that of the episode. */
const InItsSeries = ({ children }: { children: ReactNode }) => {
  const serieId = useSerieId()
  const record = useRecordContext()
  if (typeof record?.serieId !== 'string' || record.serieId === serieId) return children
  return <Navigate to={pathOf('episode-edit', record.serieId, String(record.id))} replace />
}

const EpisodeEdit = () => (
  <MediaEdit
    title="Episodio"
    schema={editedEpisodeSchema}
    incomplete={EPISODE_MESSAGES.incomplete}
    hasNeighbours
    actions={
      <>
        <SerieLink />
        <EpisodeNeighbours />
      </>
    }
  >
    <InItsSeries>
      <EpisodeForm />
    </InItsSeries>
  </MediaEdit>
)

export { EpisodeCreate as create, EpisodeEdit as edit, EpisodeList as list }
