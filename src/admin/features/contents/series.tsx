import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import Link from '@mui/material/Link'
import { type ReactNode, useMemo, useState } from 'react'
import { LinkBase, useParams, useRecordContext } from 'react-admin'
import { defectOptions, SERIES_RATINGS } from '../../../domain/contents/film-fields.ts'
import { MOVIE_GENRES } from '../../../domain/contents/genres.ts'
import {
  nextSeason,
  SEASON_MESSAGES,
  type Season,
  uniqueSeasonSchema,
} from '../../../domain/contents/season.ts'
import { SERIES_MESSAGES, seriesEntity } from '../../../domain/contents/series.ts'
import { formatCount } from '../../../domain/format/text.ts'
import type { RowOf } from '../../api/http.ts'
import { useCan } from '../../api/me.ts'
import { pathOf } from '../../api/paths.ts'
import { stopPropagation, Tag } from '../../kit/display/display.tsx'
import { CatalogueCreate, CatalogueEdit } from '../../kit/form/CatalogueForm.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { FormSection, Span } from '../../kit/form/FormSection.tsx'
import { PublicationSection, WithAside } from '../../kit/form/WithAside.tsx'
import { DeleteItemButton, ItemButtons, ItemRow, ItemsInput } from '../../kit/inputs/ItemsInput.tsx'
import { NumberInput, TextInput } from '../../kit/inputs/inputs.tsx'
import type { Column } from '../../kit/list/columns.tsx'
import { DatedList, datedStatusColumn } from '../../kit/list/DatedList.tsx'
import { DropDownLink } from '../../kit/page/DropDown.tsx'
import { LinkHostFilter } from '../links/lists.tsx'
import { QualityFilter } from '../quality/QualityFilter.tsx'
import { ImdbLink, imdbEntry } from '../support/imdb.tsx'
import { withCategories } from './category-changes.tsx'
import { useOpenDeadEpisode } from './dead-episodes.ts'
import { FilmLookupButton } from './FilmLookupButton.tsx'
import {
  ClassificationSection,
  CoverInputs,
  ImdbInput,
  OptionsSection,
  PRESENTED_COLUMNS,
  RatedInput,
  RatingInput,
  RecordInputs,
  ReleasedInput,
  SynopsisInputs,
  TitleInputs,
  TrailerInputs,
} from './films.tsx'
import { PictureInput } from './PictureInput.tsx'
import { useSeasons } from './seasons.ts'

type SeriesRow = RowOf<'series'>

const ONE_LINE = { whiteSpace: 'nowrap' } as const

const episodesText = (count: number): string =>
  count === 1 ? '1 episodio' : `${formatCount(count)} episodios`

const EpisodesLink = ({ id, title, episodes }: SeriesRow) => {
  const canList = useCan('list', 'episodes')
  const count = episodesText(episodes)
  if (!canList) return <span style={ONE_LINE}>{count}</span>
  return (
    <Link
      component={LinkBase}
      to={pathOf('episode-list', String(id))}
      aria-label={`${count} de ${title}`}
      onClick={stopPropagation}
      sx={ONE_LINE}
    >
      {count}
    </Link>
  )
}

const DEFECTS = defectOptions('series')

const BULK = withCategories(seriesEntity)

/** Replaces what a plain click on a link does; other clicks open its URL. */
const withOpening = (link: ReactNode, open: () => void) => (
  <span
    onClickCapture={(event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      event.stopPropagation()
      open()
    }}
  >
    {link}
  </span>
)

const SeriesList = () => {
  const listsEpisodes = useCan('list', 'episodes')
  const openDeadEpisode = useOpenDeadEpisode()
  const presentedColumn = (column: (typeof PRESENTED_COLUMNS)[number]): Column<SeriesRow> => {
    if (column.source === 'mailOrigin') return { ...column, isHidden: true }
    if (column.source !== 'title' || openDeadEpisode === undefined) return column
    return { ...column, render: (serie) => withOpening(column.render?.(serie), () => openDeadEpisode(serie)) }
  }
  const columns: readonly Column<SeriesRow>[] = [
    ...PRESENTED_COLUMNS.map(presentedColumn),
    {
      source: 'episodes',
      firstOrder: 'DESC',
      onPhone: 'line',
      render: (serie) => <EpisodesLink {...serie} />,
      renderOnPhone: ({ episodes }) => episodesText(episodes),
      menu: ({ id }) =>
        listsEpisodes && <DropDownLink to={pathOf('episode-list', String(id))}>Episodios</DropDownLink>,
    },
    {
      source: 'imdbId',
      render: ({ imdbId, title }) => <ImdbLink imdbId={imdbId} title={title} />,
      menu: imdbEntry,
    },
    datedStatusColumn({ source: 'status' }),
  ]
  return (
    <DatedList
      title="Series"
      createLabel="Nueva serie"
      bulk={BULK}
      {...(openDeadEpisode && { onOpen: openDeadEpisode })}
      filters={
        <>
          <QualityFilter options={DEFECTS} />
          <LinkHostFilter />
        </>
      }
      columns={columns}
    />
  )
}

interface SeasonDialogProps {
  open: boolean
  /** The season to edit; undefined for a new one. */
  season: Season | undefined
  others: readonly Season[]
  /** Number of stored episodes; with any, the season's number is fixed. */
  episodes: number
  onSave: (season: Season) => void
  onClose: () => void
}

// Values come from the API, or were validated by the season dialog.
const asSeason = (value: object): Season => value as Season

const SeasonDialog = ({ season, others, episodes, onSave, ...dialog }: SeasonDialogProps) => {
  const numbers = others.map(({ number }) => number)
  const taken = numbers.join()
  const schema = useMemo(() => uniqueSeasonSchema(taken === '' ? [] : taken.split(',').map(Number)), [taken])
  const record = season ?? nextSeason(numbers)
  return (
    <FormDialog
      {...dialog}
      maxWidth="sm"
      title={season === undefined ? 'Agregar temporada' : 'Editar temporada'}
      schema={schema}
      record={record}
      onSave={(values) => onSave(asSeason(values))}
    >
      <Span of={3}>
        <NumberInput
          source="number"
          disabled={episodes > 0}
          {...(episodes > 0 ? { help: 'No cambia: tiene episodios.' } : {})}
        />
      </Span>
      <Span of={9}>
        <TextInput source="description" autoFocus />
      </Span>
    </FormDialog>
  )
}

interface SeasonRowProps {
  season: Season
  episodes: number
  errors: readonly string[]
  onEdit: () => void
  onDelete: () => void
}

const SeasonRow = ({ season, episodes, errors, onEdit, onDelete }: SeasonRowProps) => {
  const [isDeleteAsked, setDeleteAsked] = useState(false)
  const { number, description } = season
  return (
    <ItemRow testId="season" errors={errors}>
      <Tag>{number}</Tag>
      <Box sx={{ flex: '1 1 160px', minWidth: 0, overflowWrap: 'anywhere' }}>{description}</Box>
      {episodes > 0 ? <Tag>{episodesText(episodes)}</Tag> : null}
      <ItemButtons>
        <Button size="small" aria-label={`Editar ${description}`} onClick={onEdit}>
          Editar
        </Button>
        {episodes > 0 ? (
          <Button
            size="small"
            color="error"
            aria-label={`Eliminar ${description}`}
            onClick={() => setDeleteAsked(true)}
          >
            Eliminar
          </Button>
        ) : (
          <DeleteItemButton
            name={description}
            prompt={SEASON_MESSAGES.deletePrompt(description)}
            onDelete={onDelete}
          />
        )}
      </ItemButtons>
      <FormHelperText role="alert" error sx={{ width: 1, mt: 0, '&:empty': { display: 'none' } }}>
        {isDeleteAsked && episodes > 0 ? SEASON_MESSAGES.inUse(number, episodes) : null}
      </FormHelperText>
    </ItemRow>
  )
}

const seasonsIn = (value: unknown): Season[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null).map(asSeason) : []

const byNumber = (seasons: Season[]): Season[] => [...seasons].sort((one, other) => one.number - other.number)

/** Stored episodes by season number. */
const useEpisodeCounts = (): ReadonlyMap<number, number> => {
  const record = useRecordContext()
  const { data } = useSeasons(typeof record?._id === 'string' ? record._id : undefined)
  return new Map(data?.seasons.map(({ number, episodes }) => [number, episodes]))
}

const SeasonsSection = () => {
  const counts = useEpisodeCounts()
  return (
    <FormSection title="Temporadas" isBelowFold>
      <ItemsInput
        source="seasons"
        addLabel="Agregar temporada"
        itemsIn={seasonsIn}
        arrange={byNumber}
        row={({ item, errors, onEdit, onDelete }) => (
          <SeasonRow
            season={item}
            episodes={counts.get(item.number) ?? 0}
            errors={errors}
            onEdit={onEdit}
            onDelete={onDelete}
          />
        )}
        dialog={({ item, items, ...dialog }) => (
          <SeasonDialog
            season={item}
            others={items.filter((each) => each !== item)}
            episodes={item === undefined ? 0 : (counts.get(item.number) ?? 0)}
            {...dialog}
          />
        )}
      />
    </FormSection>
  )
}

const GENRES = Object.keys(MOVIE_GENRES)

const OPTIONS = ['status', 'isDominican', 'isYoutube']

const SeriesForm = () => (
  <WithAside
    aside={
      <>
        <FormSection title="Imágenes">
          <CoverInputs />
          <PictureInput
            source="provider"
            name="Proveedor"
            ratio="400 / 175"
            fit="contain"
            help="400 × 175 píxeles"
          />
        </FormSection>
        <OptionsSection sources={OPTIONS} />
        <PublicationSection />
      </>
    }
  >
    <FormSection title="Datos">
      <TitleInputs />
      <SynopsisInputs />
      <TrailerInputs hasProvider />
      <ReleasedInput />
      <ImdbInput />
      <RecordInputs />
    </FormSection>
    <SeasonsSection />
    <ClassificationSection genres={GENRES}>
      <RatedInput ratings={SERIES_RATINGS} />
      <RatingInput />
    </ClassificationSection>
  </WithAside>
)

/** Link to the episodes; only for a saved series. */
const EpisodesButton = () => {
  const record = useRecordContext()
  const canList = useCan('list', 'episodes')
  if (!canList) return null
  if (record?._id === undefined)
    return (
      <Button variant="outlined" disabled>
        Episodios
      </Button>
    )
  return (
    <Button variant="outlined" component={LinkBase} to={pathOf('episode-list', String(record._id))}>
      Episodios
    </Button>
  )
}

const SeriesActions = () => (
  <>
    <FilmLookupButton type="series" />
    <EpisodesButton />
  </>
)

const SeriesCreate = () => (
  <CatalogueCreate title="Nueva serie" entity={seriesEntity} actions={<SeriesActions />}>
    <SeriesForm />
  </CatalogueCreate>
)

/** Warns that the episodes are deleted too. */
const useDeleteNote = (): string | undefined => {
  const { id } = useParams()
  const { data } = useSeasons(id)
  const episodes = data?.seasons.reduce((sum, season) => sum + season.episodes, 0)
  return episodes === 0 ? undefined : SERIES_MESSAGES.deletesEpisodes(episodes)
}

const SeriesEdit = () => (
  <CatalogueEdit title="Serie" entity={seriesEntity} actions={<SeriesActions />} deleteNote={useDeleteNote()}>
    <SeriesForm />
  </CatalogueEdit>
)

export { SeriesCreate as create, SeriesEdit as edit, SeriesList as list }
