import { posterPath } from '../../../domain/contents/pictures.ts'
import { fold } from '../../../domain/format/text.ts'
import { DAY, shift } from '../clock.ts'
import { CATALOGUE, type SourceEpisode, type SourceSeries } from '../fixtures.ts'
import { createRandom, idAt, type Random } from '../random.ts'
import { type DemoRecord, datesIn, type Span } from '../record.ts'
import { randomViews, type Surroundings } from './films.ts'
import { categoriesByGenre, filmGenres, seriesRated, tellingGenre } from './genres.ts'
import { filmLinks, folderName, trailerUrl } from './links.ts'
import { composeSeriesSynopsis, sayDay, sayRuntime } from './synopsis.ts'

/** The seasons are those of the episodes. */
const listSeasons = (episodes: readonly SourceEpisode[]) =>
  [...new Set(episodes.map(({ season }) => season))]
    .sort((one, other) => one - other)
    .map((number) => ({ number, description: `Temporada ${number}` }))

/** A series and its episodes, which are invented where the source has none. */
export function composeSeries(
  source: SourceSeries,
  known: readonly SourceEpisode[],
  surroundings: Surroundings,
): { series: DemoRecord; episodes: DemoRecord[] } {
  const random = createRandom(`${source.key} ${source.title}`)
  const moments = datesIn(surroundings, random)
  const genres = filmGenres(source.genres)
  const episodes = known.length > 0 ? known : inventEpisodes(source, genres)
  const names = categoriesByGenre('series', genres)
  const subject = { kind: 'series', genre: tellingGenre(genres) } as const
  const series: DemoRecord = {
    id: idAt(moments.dateCreate, random),
    serverColumns: { view: randomViews(source.rating, random) },
    ...moments,
    input: {
      title: source.title,
      year: source.year,
      released: source.released ?? '',
      genres,
      rated: seriesRated(genres),
      rating: source.rating ?? null,
      synopsis: composeSeriesSynopsis(source, genres),
      synopsisEng: source.synopsisEng || `Television series that began in ${source.year}.`,
      imdbId: source.imdbId ?? '',
      covertImage: posterPath('cover', source.title, subject),
      fullImage: posterPath('background', source.title, subject),
      actors: '',
      seasons: listSeasons(episodes),
      mailOrigin: random.pick(surroundings.mails),
      reference: source.url ? `TVmaze.com: ${source.title}`.slice(0, 150) : '',
      trailer: trailerUrl(folderName(source)),
      trailerProvider: 'O',
      categories: names.flatMap((name) => surroundings.categories.get(name) ?? []),
      provider: '',
      isDominican: false,
      isYoutube: false,
      status: !random.chance(0.04),
    },
  }
  return { series, episodes: composeEpisodes(episodes, series, surroundings) }
}

/** One or two seasons of three to five weekly episodes, from the day on which the series began. */
function inventEpisodes(source: SourceSeries, genres: readonly string[]): SourceEpisode[] {
  const { key, year, released = `${year}-09-15`, rating } = source
  const random = createRandom(`episodes of ${key}`)
  const { openings, endings } = CATALOGUE.episodeTitles
  const runtime = genres.includes('Comedia') || genres.includes('Animación') ? 25 : random.pick([45, 50, 60])
  return Array.from({ length: random.integer(1, 2) }, (_, index) => {
    const starts = random.sample(openings, random.integer(3, 5))
    return starts.map((start, position): SourceEpisode => {
      const day = shift(new Date(released), (index * 364 + position * 7) * DAY)
        .toISOString()
        .slice(0, 10)
      const title = `${start} ${random.pick(endings)}`
      const own = { series: key, title, season: index + 1, episode: position + 1 }
      const facts = { released: day, year: Number(day.slice(0, 4)), runtime }
      return { ...own, ...facts, ...(rating !== undefined && { rating: nearRating(rating, random) }) }
    })
  }).flat()
}

/** A rating of the film database, near that of the series. */
const nearRating = (rating: number, random: Random): number =>
  Math.min(10, Math.round(rating * 10 + random.integer(-6, 6)) / 10)

/** Spanish synopsis built from the known facts. */
const episodeSynopsis = ({ season, episode, released, runtime }: SourceEpisode, series: string): string =>
  [
    `Episodio ${episode} de la temporada ${season} de ${series}.`,
    released ? ` Se estrenó el ${sayDay(released)}.` : '',
    runtime ? ` Dura ${sayRuntime(runtime)}.` : '',
  ].join('')

/** Episodes of a series, created with it; repeated titles get the number of their season. */
function composeEpisodes(
  sources: readonly SourceEpisode[],
  series: DemoRecord,
  span: Pick<Span, 'now'>,
): DemoRecord[] {
  const keys = new Set<string>()
  return sources.map((source, index) => {
    const key = `${source.episode} ${fold(source.title)}`
    const isRepeated = keys.has(key)
    keys.add(key)
    const title = isRepeated ? `${source.title} (T${source.season})` : source.title
    // Of the views of a series the first episodes have most; together they have no more than the series.
    const share = (2 * (sources.length - index)) / (sources.length * (sources.length + 1))
    const view = Math.floor(Number(series.serverColumns?.view) * share)
    return composeEpisode({ ...source, title }, series, { view, isFirst: index === 0 }, span)
  })
}

function composeEpisode(
  source: SourceEpisode,
  series: DemoRecord,
  { view, isFirst }: { view: number; isFirst: boolean },
  { now }: Pick<Span, 'now'>,
): DemoRecord {
  const title = String(series.input.title)
  const random = createRandom(`${title} ${source.season} ${source.episode} ${source.title}`)
  const sound = { monoAudio: false, onlyEnglish: false }
  const folder = `${folderName({ title, year: Number(series.input.year) })}/${source.season}x${source.episode}`
  const dateCreate = new Date(Math.min(series.dateCreate.getTime() + random.integer(0, DAY), now.getTime()))
  return {
    id: idAt(dateCreate, random),
    serverColumns: { view },
    dateCreate,
    dateUpdate: dateCreate,
    input: {
      serieId: series.id,
      title: source.title,
      season: source.season,
      episode: source.episode,
      imdbId: '',
      year: source.year ?? null,
      released: source.released ?? '',
      runtime: source.runtime ?? null,
      synopsis: episodeSynopsis(source, title),
      rating: source.rating ?? null,
      covertImage: posterPath('background', source.title, { kind: 'series' }),
      mailOrigin: series.input.mailOrigin,
      reference: '',
      ...sound,
      status: isFirst || !random.chance(0.02),
      content: filmLinks(folder, sound, random),
    },
  }
}
