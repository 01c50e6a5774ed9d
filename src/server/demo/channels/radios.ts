import { posterPath } from '../../../domain/contents/pictures.ts'
import { randomViews } from '../contents/content.ts'
import type { SourceStation } from '../contents/source.ts'
import { createRandom, idAt } from '../random.ts'
import { type DemoRecord, datesIn, type Span } from '../record.ts'
import { countryName } from './channels.ts'

/** Categories by keyword of the station's tags. */
const CATEGORIES: readonly (readonly [string, RegExp])[] = [
  ['Noticias', /news|notici|inform|talk|habla/i],
  ['Deportes', /sport|deport|esport|futbol/i],
  ['Religiosa', /christ|crist|catol|cathol|relig|gospel|evang/i],
  ['Salsa y merengue', /salsa|merengue|tropical/i],
  ['Bachata', /bachata/i],
  ['Urbana', /urban|regg|hip|rap|trap/i],
  ['Regional mexicana', /banda|gruper|ranch|norte|mexic/i],
  ['Cumbia', /cumbia/i],
  ['Baladas', /balad|romant/i],
  ['Rock', /rock|metal|alternativ|indie/i],
  ['Electrónica', /dance|electr|house|techno|trance/i],
  ['Clásica', /classical|clasica|clásica/i],
  ['Jazz y blues', /jazz|blues/i],
  ['Folclore', /folk|world|andin|tango/i],
  ['Éxitos de siempre', /oldies|classic|\d0s|retro|adult/i],
  ['Pop', /pop|hits|top|juvenil|latin/i],
  ['Comunitaria', /communit|comunit|universit|cultur/i],
]

const matchCategory = (category: string): string =>
  CATEGORIES.find(([, words]) => words.test(category))?.[0] ?? 'Variada'

/** `number`: position in the source, from 1. */
export function composeRadio(
  { title, category, country }: SourceStation,
  number: number,
  span: Span,
): DemoRecord {
  const random = createRandom(`radio ${title} ${number}`)
  const moments = datesIn(span, random)
  return {
    id: idAt(moments.dateCreate, random),
    serverColumns: { view: randomViews(undefined, random) },
    ...moments,
    input: {
      number,
      title: country === 'DO' ? title : `${title} (${countryName(country)})`,
      category: matchCategory(category),
      link: `https://radio.cartelera.example/${country.toLowerCase()}/${number}/stream`,
      image: posterPath('logo', title),
      status: !random.chance(0.04),
    },
  }
}
