import type { Link } from '../../../domain/contents/link.ts'
import { posterPath } from '../../../domain/contents/pictures.ts'
import { createRandom, idAt, type Random } from '../random.ts'
import { type DemoRecord, datesIn, type Span } from '../record.ts'
import { filmLinks, folderOf, type Sound, trailerOf } from './links.ts'
import type { SourceFilm } from './source.ts'

/** Where the contents of one kind come to be. */
export interface Surroundings extends Span {
  mails: readonly string[]
  /** Ids of the categories of that kind by the name of the category. */
  categories: ReadonlyMap<string, string>
}

/** What a kind of content makes of a source. */
export interface Look {
  genres: string[]
  /** Names of categories. */
  categories: readonly string[]
  synopsis: string
  children?: boolean
}

/** What a content keeps elsewhere: its trailer and its links; and chance. */
interface Kept {
  trailer: string
  links: Link[]
  chance: Random['chance']
}

/** The article that a text comes from, as its licence asks; it fits the reference of a film. */
const creditOf = (article: string | undefined): string =>
  article === undefined ? '' : `Wikipedia: ${decodeURIComponent(article).replaceAll('_', ' ')}`.slice(0, 150)

/** Views fall off steeply: some contents are seen by everybody, most by few. */
export const viewsOf = (rating: number | undefined, random: Random): number =>
  Math.floor(40 / (0.01 + random.next() ** 1.5) + (rating ?? 5) ** 2 * random.next() * 12)

const soundOf = (random: Random): Sound => {
  const monoAudio = random.chance(0.04)
  return { monoAudio, onlyEnglish: !monoAudio && random.chance(0.05) }
}

/** A content: what all kinds have, how one looks, and what its kind says besides. */
export function composeContent(
  film: SourceFilm,
  surroundings: Surroundings,
  look: (random: Random) => Look,
  more: (kept: Kept) => DemoRecord['input'],
): DemoRecord {
  const random = createRandom(`${film.title} ${film.year}`)
  const sound = soundOf(random)
  const folder = folderOf(film)
  const moments = datesIn(surroundings, random)
  const { genres, categories, synopsis, children = false } = look(random)
  const links = filmLinks(folder, sound, random)
  return {
    id: idAt(moments.dateCreate, random),
    own: { view: viewsOf(film.rating, random) },
    ...moments,
    input: {
      title: film.title,
      runtime: film.runtime ?? null,
      genres,
      synopsis,
      synopsisEng: film.synopsisEng,
      covertImage: posterPath('cover', film.title),
      fullImage: posterPath('background', film.title),
      actors: film.actors.join(', '),
      categories: categories.flatMap((name) => surroundings.categories.get(name) ?? []),
      mailOrigin: random.pick(surroundings.mails),
      reference: creditOf(film.article),
      ...sound,
      children,
      status: !random.chance(0.04),
      content: links,
      ...more({ trailer: trailerOf(folder), links, chance: random.chance }),
    },
  }
}
