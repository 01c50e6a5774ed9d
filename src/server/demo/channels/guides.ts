import type { guideChannels } from '../../platform/database/schema/channels.ts'
import { searchText, sortKey } from '../../platform/database/search-text.ts'
import { DAY, HOUR, MINUTE } from '../clock.ts'
import type { SourceStation } from '../contents/source.ts'
import { createRandom, type Random } from '../random.ts'
import type { DemoRecord } from '../record.ts'

type GuideChannelRow = typeof guideChannels.$inferInsert

/** Days that the stored programmes last. */
const AHEAD = 3

/** Programmes by the source's category; those of others by ''. */
const TITLES: Readonly<Record<string, readonly string[]>> = {
  '': [
    ...['Noticiero', 'Cocina de temporada', 'Telenovela', 'Concurso de palabras', 'Cine en casa'],
    ...['Historias de barrio', 'Charlas de sobremesa', 'Viajes por la isla'],
  ],
  News: ['Titulares', 'Entrevista del día', 'Economía en breve', 'El tiempo', 'Edición central'],
  Sports: [
    'Resumen de la jornada',
    'Béisbol en directo',
    'Fútbol en directo',
    'Vuelta ciclista',
    'Debate deportivo',
  ],
  Movies: ['Estreno', 'Cine clásico', 'Cine de aventuras', 'Ciclo de suspenso', 'Cortos'],
  Music: [
    'Videos de la semana',
    'Merengue y bachata',
    'Concierto acústico',
    'Los clásicos',
    'Pista de baile',
  ],
  Kids: ['Cuentos animados', 'Manualidades', 'El recreo', 'Aventuras en el bosque'],
  Religious: ['Misa', 'Reflexión del día', 'Coros', 'Palabra y comunidad'],
}

const composeProgrammes = (category: string, now: Date, random: Random): GuideChannelRow['programmes'] => {
  const titles = TITLES[category] ?? TITLES[''] ?? []
  const programmes: GuideChannelRow['programmes'] = []
  const end = now.getTime() + AHEAD * DAY
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
