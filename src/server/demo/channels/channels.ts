import { posterPath } from '../../../domain/contents/pictures.ts'
import { randomViews } from '../contents/content.ts'
import type { SourceStation } from '../contents/source.ts'
import { createRandom, idAt } from '../random.ts'
import { type DemoRecord, datesIn, type Span } from '../record.ts'

/** Spanish names of the source's categories. */
const CATEGORIES: Readonly<Record<string, string>> = {
  '': 'General',
  Animation: 'Infantil',
  Auto: 'Entretenimiento',
  Business: 'Negocios',
  Classic: 'Clásicos',
  Comedy: 'Comedia',
  Culture: 'Cultura',
  Documentary: 'Documentales',
  Education: 'Educación',
  Entertainment: 'Entretenimiento',
  Family: 'Familia',
  General: 'General',
  Kids: 'Infantil',
  Legislative: 'Legislativo',
  Lifestyle: 'Estilo de vida',
  Movies: 'Cine',
  Music: 'Música',
  News: 'Noticias',
  Outdoor: 'Estilo de vida',
  Public: 'General',
  Religious: 'Religión',
  Science: 'Ciencia',
  Series: 'Series',
  Shop: 'Compras',
  Sports: 'Deportes',
  Travel: 'Viajes',
  Weather: 'Noticias',
}

const GUIDES = 'https://guias.cartelera.example'
const LISTS = 'https://listas.cartelera.example'
const STREAMS = 'https://tv.cartelera.example'

/** Countries with a guide of their own. */
const GUIDED = ['DO', 'ES', 'MX', 'AR', 'CL', 'CO']

const composeRecord = (seed: string, span: Span, input: DemoRecord['input']): DemoRecord => {
  const random = createRandom(seed)
  const moments = datesIn(span, random)
  return { id: idAt(moments.dateCreate, random), ...moments, input }
}

const countries = new Intl.DisplayNames('es', { type: 'region' })

/** The Spanish name of a country code; other codes as they are. */
export const countryName = (code: string): string =>
  /^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code

/** Guides by the country of their channels. */
export const composeGuides = (span: Span): Map<string, DemoRecord> =>
  new Map(
    GUIDED.map((country, index) => [
      country,
      composeRecord(`guide ${country}`, span, {
        name: `Guía de ${countryName(country)}`,
        url: `${GUIDES}/${country.toLowerCase()}.xml${index % 2 === 0 ? '.gz' : ''}`,
        gzip: index % 2 === 0,
        status: true,
      }),
    ]),
  )

export const composeChannelLists = (span: Span): DemoRecord[] =>
  GUIDED.map((country) =>
    composeRecord(`list ${country}`, span, {
      title: `Canales de ${countryName(country)}`,
      link: `${LISTS}/${country.toLowerCase()}.m3u`,
      guideLink: `${GUIDES}/${country.toLowerCase()}.xml`,
      isAdult: false,
      children: false,
      status: country !== 'CO',
    }),
  )

/** `number`: position in the source, from 1. */
export const composeChannel = (
  { title, category, country, epgId = '', isAdult = false }: SourceStation,
  number: number,
  guides: ReadonlyMap<string, DemoRecord>,
  span: Span,
): DemoRecord => {
  const chance = createRandom(`channel ${number}`)
  const isInternal = chance.chance(0.8)
  const path = `${country.toLowerCase()}/${number}/index.m3u8`
  const guide = epgId === '' ? undefined : guides.get(country)
  const record = composeRecord(`${title} ${number}`, span, {
    number,
    title,
    image: posterPath('logo', title),
    flag: '',
    linkInternal: isInternal ? 'I' : 'E',
    link: isInternal ? path : `${STREAMS}/${path}`,
    category: isAdult ? 'Adultos' : (CATEGORIES[category] ?? 'General'),
    channelGuide: guide?.id ?? null,
    epgId: guide ? epgId : '',
    isAdult,
    children: category === 'Kids' || category === 'Animation',
    status: !chance.chance(0.05),
  })
  return { ...record, serverColumns: { view: randomViews(undefined, chance) } }
}
