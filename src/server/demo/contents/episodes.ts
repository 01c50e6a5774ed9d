import { posterPath } from '../../../domain/contents/pictures.ts'
import { fold } from '../../../domain/format/text.ts'
import { createRandom, idAt } from '../random.ts'
import type { DemoRecord, Span } from '../record.ts'
import { randomViews } from './content.ts'
import { filmLinks, folderName } from './links.ts'
import type { SourceEpisode } from './source.ts'
import { sayDay, sayRuntime } from './synopsis.ts'

/** Spanish synopsis built from the known facts. */
const episodeSynopsis = ({ season, episode, released, runtime }: SourceEpisode, series: string): string =>
  [
    `Episodio ${episode} de la temporada ${season} de ${series}.`,
    released ? ` Se estrenó el ${sayDay(released)}.` : '',
    runtime ? ` Dura ${sayRuntime(runtime)}.` : '',
  ].join('')

/** Episodes of a series, created with it; repeated titles get the number of their season. */
export function composeEpisodes(
  sources: readonly SourceEpisode[],
  series: DemoRecord,
  span: Pick<Span, 'now'>,
): DemoRecord[] {
  const keys = new Set<string>()
  return sources.map((source) => {
    const key = `${source.episode} ${fold(source.title)}`
    const isRepeated = keys.has(key)
    keys.add(key)
    const title = isRepeated ? `${source.title} (T${source.season})` : source.title
    return composeEpisode({ ...source, title }, series, span)
  })
}

function composeEpisode(source: SourceEpisode, series: DemoRecord, { now }: Pick<Span, 'now'>): DemoRecord {
  const title = String(series.input.title)
  const random = createRandom(`${title} ${source.season} ${source.episode} ${source.title}`)
  const sound = { monoAudio: false, onlyEnglish: false }
  const folder = `${folderName({ title, year: Number(series.input.year) })}/${source.season}x${source.episode}`
  const dateCreate = new Date(
    Math.min(series.dateCreate.getTime() + random.integer(0, 86_400_000), now.getTime()),
  )
  return {
    id: idAt(dateCreate, random),
    serverColumns: { view: randomViews(source.rating, random) },
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
      covertImage: posterPath('background', source.title),
      mailOrigin: series.input.mailOrigin,
      reference: '',
      ...sound,
      status: !random.chance(0.02),
      content: filmLinks(folder, sound, random),
    },
  }
}
