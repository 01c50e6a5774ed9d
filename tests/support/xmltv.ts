import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The bytes of a recorded guide. */
export const recordedGuide = (name: string): Buffer =>
  readFileSync(fileURLToPath(new URL(`../data/xmltv/${name}`, import.meta.url)))

/** An instant in the format of XMLTV. */
export const xmltvTimeOf = (date: Date): string =>
  `${date.toISOString().replace(/[-:T]/g, '').slice(0, 14)} +0000`

interface GuideProgramme {
  channel: string
  title: string
  start: Date
  stop: Date
}

export const xmltvOf = (
  names: Readonly<Record<string, string>>,
  programmes: readonly GuideProgramme[] = [],
) =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE tv SYSTEM "xmltv.dtd">\n<tv>',
    ...Object.entries(names).map(
      ([id, name]) => `<channel id="${id}"><display-name lang="es">${name}</display-name></channel>`,
    ),
    ...programmes.map(
      ({ channel, title, start, stop }) =>
        `<programme channel="${channel}" start="${xmltvTimeOf(start)}" stop="${xmltvTimeOf(stop)}"><title>${title}</title></programme>`,
    ),
    '</tv>',
  ].join('\n')
