// Channels, radio stations, and the guides and lists of channels.
import { posterPath } from '../../../domain/contents/pictures.ts'
import type { guideChannels } from '../../platform/database/schema/channels.ts'
import { searchText, sortKey } from '../../platform/database/search-text.ts'
import { DAY, HOUR, MINUTE } from '../clock.ts'
import { CATALOGUE, type SourceStation } from '../fixtures.ts'
import { mediaUrl } from '../media/addresses.ts'
import { createRandom, idAt, type Random } from '../random.ts'
import { type DemoRecord, datesIn, type Span } from '../record.ts'
import { randomViews } from './films.ts'
import { matchNames } from './genres.ts'

type GuideChannelRow = typeof guideChannels.$inferInsert

const GUIDES = 'https://guias.cartelera.example'
const LISTS = 'https://listas.cartelera.example'
const STREAMS = 'https://tv.cartelera.example'

/** Countries with a guide of their own. */
const GUIDED = ['DO', 'ES', 'MX', 'AR', 'CL', 'CO']

/** Days that the stored programmes last. */
const DAYS_AHEAD = 3

const composeRecord = (seed: string, span: Span, input: DemoRecord['input']): DemoRecord => {
  const random = createRandom(seed)
  const moments = datesIn(span, random)
  return { id: idAt(moments.dateCreate, random), ...moments, input }
}

const countries = new Intl.DisplayNames('es', { type: 'region' })

/** The Spanish name of a country code; other codes as they are. */
const countryName = (code: string): string => (/^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code)

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
  const genre = isAdult ? 'Adultos' : (CATALOGUE.channelCategories[category] ?? 'General')
  const guide = epgId === '' ? undefined : guides.get(country)
  const record = composeRecord(`${title} ${number}`, span, {
    number,
    title,
    image: posterPath('logo', title, { kind: 'channels', genre }),
    flag: '',
    linkInternal: isInternal ? 'I' : 'E',
    link: isInternal ? path : `${STREAMS}/${path}`,
    category: genre,
    channelGuide: guide?.id ?? null,
    epgId: guide ? epgId : '',
    isAdult,
    children: category === 'Kids' || category === 'Animation',
    status: !chance.chance(0.05),
  })
  return { ...record, serverColumns: { view: randomViews(undefined, chance) } }
}

/** `number`: position in the source, from 1. */
export const composeRadio = (
  { title, category, country }: SourceStation,
  number: number,
  span: Span,
): DemoRecord => {
  const chance = createRandom(`radio ${number}`)
  const genre = matchNames(CATALOGUE.radioCategories, category)[0] ?? 'Variada'
  const record = composeRecord(`radio ${title} ${number}`, span, {
    number,
    title: country === 'DO' ? title : `${title} (${countryName(country)})`,
    category: genre,
    link: mediaUrl(`radio/${country.toLowerCase()}/${number}/stream`),
    image: posterPath('logo', title, { kind: 'radios', genre }),
    status: !chance.chance(0.04),
  })
  return { ...record, serverColumns: { view: randomViews(undefined, chance) } }
}

const composeProgrammes = (category: string, now: Date, random: Random): GuideChannelRow['programmes'] => {
  const titles = CATALOGUE.programmes[category] ?? CATALOGUE.programmes[''] ?? []
  const programmes: GuideChannelRow['programmes'] = []
  const end = now.getTime() + DAYS_AHEAD * DAY
  for (let start = Math.floor(now.getTime() / HOUR) * HOUR - HOUR; start < end; ) {
    const stop = start + random.integer(2, 5) * 30 * MINUTE
    programmes.push({ title: random.pick(titles), start, stop })
    start = stop
  }
  return programmes
}

/**
 * Channels of the guides as last read: those of their country, and some of countries without a guide, whose channels in
 * the catalogue have none yet.
 */
export const composeGuideChannels = (
  sources: readonly SourceStation[],
  guides: ReadonlyMap<string, DemoRecord>,
  now: Date,
): GuideChannelRow[] => {
  const rows = new Map<string, GuideChannelRow>()
  for (const { title, category, country, epgId = '' } of sources) {
    const random = createRandom(`guide channel ${epgId}`)
    const countryGuide = guides.get(country)
    const guide = countryGuide ?? (random.chance(0.15) ? random.pick([...guides.values()]) : undefined)
    if (!guide || epgId === '') continue
    const name = countryGuide ? title : random.pick([`${title} HD`, `${title} FHD`, `${title} Internacional`])
    rows.set(`${guide.id} ${epgId}`, {
      ...{ guide: guide.id, epgId, name, nameKey: sortKey(name), search: searchText(epgId, name) },
      programmes: composeProgrammes(category, now, random),
    })
  }
  return [...rows.values()]
}
