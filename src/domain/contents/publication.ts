import { z } from 'zod'
import { alwaysRun } from '../validation/errors.ts'
import { optionalInstant } from '../validation/fields.ts'
import { OBSTACLE_NAMES, type Obstacle } from './publication-states.ts'

export const PUBLICATION_MESSAGES = {
  range: 'La fecha debe estar entre los años 2000 y 2100.',
  order: 'Debe ser posterior a «Publicar desde».',
} as const

const FIRST_YEAR = 2000
const LAST_YEAR = 2100

const boundary = (title: string) =>
  optionalInstant(FIRST_YEAR, LAST_YEAR, PUBLICATION_MESSAGES.range).meta({ title })

/** When a content or a channel is switched on and off by itself (rule L1). */
export const publicationFields = {
  datePublish: boundary('Publicar desde'),
  dateUnpublish: boundary('Publicar hasta'),
}

interface Dates {
  datePublish?: string | null | undefined
  dateUnpublish?: string | null | undefined
}

/** True unless both dates are given in the wrong order; both are in UTC, as the schema writes them. */
export const isInOrder = ({ datePublish, dateUnpublish }: Dates): boolean =>
  typeof datePublish !== 'string' ||
  typeof dateUnpublish !== 'string' ||
  Number.isNaN(Date.parse(datePublish)) ||
  Number.isNaN(Date.parse(dateUnpublish)) ||
  Date.parse(datePublish) < Date.parse(dateUnpublish)

/** The first date precedes the second (rule L1). */
export const publicationRule = z.refine<Dates>(isInOrder, {
  error: PUBLICATION_MESSAGES.order,
  path: ['dateUnpublish'],
  ...alwaysRun,
})

export const publicationOutput = {
  datePublish: z.string().meta({ format: 'date-time' }).nullable(),
  dateUnpublish: z.string().meta({ format: 'date-time' }).nullable(),
  publicationBlocked: z
    .enum(OBSTACLE_NAMES)
    .nullable()
    .meta({ description: 'Por qué no se pudo activar en su fecha' }),
}

/** The first obstacle to switching a record on, if any. */
export const publicationObstacle = (record: {
  hasActiveLink: boolean
  isCategoryOff: boolean
}): Obstacle | null => {
  if (!record.hasActiveLink) return 'link'
  return record.isCategoryOff ? 'category' : null
}

/** The status that the dates give a record: that of the last of them that has passed; undefined before both. */
export const statusAt = ({ datePublish, dateUnpublish }: Dates, now: Date): boolean | undefined => {
  const isPast = (date: string | null | undefined) =>
    typeof date === 'string' && Date.parse(date) <= now.getTime()
  if (isPast(dateUnpublish)) return false
  return isPast(datePublish) ? true : undefined
}
