import type { Link } from '../../../domain/contents/link.ts'
import { posterPath } from '../../../domain/contents/pictures.ts'
import { createRandom, idAt, type Random } from '../random.ts'
import { type DemoRecord, datesIn, type Span } from '../record.ts'
import { filmLinks, folderName, type Sound, trailerUrl } from './links.ts'
import type { SourceFilm } from './source.ts'

/** Context of the contents of one kind. */
export interface Surroundings extends Span {
  mails: readonly string[]
  /** Ids of the categories of that kind, by name. */
  categories: ReadonlyMap<string, string>
}

/** Fields that each kind derives from a source in its own way. */
export interface Look {
  genres: string[]
  /** Names of categories. */
  categories: readonly string[]
  synopsis: string
  children?: boolean
}

/** Generated fields that a kind may add to its input. */
interface Generated {
  trailer: string
  links: Link[]
  chance: Random['chance']
}

/** Attribution of a Wikipedia text, which its licence requires, within the 150 characters of a reference. */
const attribution = (article: string | undefined): string =>
  article === undefined ? '' : `Wikipedia: ${decodeURIComponent(article).replaceAll('_', ' ')}`.slice(0, 150)

/** Views follow a power law: few contents have many. */
export const randomViews = (rating: number | undefined, random: Random): number =>
  Math.floor(40 / (0.01 + random.next() ** 1.5) + (rating ?? 5) ** 2 * random.next() * 12)

const pickSound = (random: Random): Sound => {
  const monoAudio = random.chance(0.04)
  return { monoAudio, onlyEnglish: !monoAudio && random.chance(0.05) }
}

/** Composes the fields common to all kinds, those of `look` and those that the kind adds with `more`. */
export function composeContent(
  film: SourceFilm,
  surroundings: Surroundings,
  look: (random: Random) => Look,
  more: (generated: Generated) => DemoRecord['input'],
): DemoRecord {
  const random = createRandom(`${film.title} ${film.year}`)
  const sound = pickSound(random)
  const folder = folderName(film)
  const moments = datesIn(surroundings, random)
  const { genres, categories, synopsis, children = false } = look(random)
  const links = filmLinks(folder, sound, random)
  return {
    id: idAt(moments.dateCreate, random),
    serverColumns: { view: randomViews(film.rating, random) },
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
      reference: attribution(film.article),
      ...sound,
      children,
      status: !random.chance(0.04),
      content: links,
      ...more({ trailer: trailerUrl(folder), links, chance: random.chance }),
    },
  }
}
