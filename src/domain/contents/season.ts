import { z } from 'zod'
import { alwaysRun, type ValidationError } from '../validation/errors.ts'
import { requiredInteger, requiredText } from '../validation/fields.ts'

export const SEASON_MESSAGES = {
  number: 'Debe especificar el número de la temporada',
  description: 'Debe especificar la descripción de la temporada',
  invalid: 'La temporada es inválida.',
  duplicate: 'Ya está agreada la temporada especificada',
  unknown: 'La temporada no existe en la serie.',
  inUse: (season: number, episodes: number) =>
    episodes === 1
      ? `No puede eliminar la temporada ${season}, tiene 1 episodio.`
      : `No puede eliminar la temporada ${season}, tiene ${episodes} episodios.`,
  deletePrompt: (description: string) => `Seguro de eliminar ${description}`,
} as const

export const LAST_NUMBER = 9999

const seasonSchema = z.strictObject(
  {
    number: requiredInteger(SEASON_MESSAGES.number, 1, LAST_NUMBER).meta({ title: 'Número' }),
    description: requiredText(SEASON_MESSAGES.description, 150).meta({ title: 'Descripción' }),
  },
  SEASON_MESSAGES.invalid,
)
export type Season = z.infer<typeof seasonSchema>

/** A season with its number of episodes and its highest episode number (0 without any). */
export interface SeasonSummary extends Season {
  episodes: number
  lastEpisode: number
}

/** Schema of a season in its dialog; `others`: the numbers of the series' other seasons. */
export const uniqueSeasonSchema = (others: readonly number[]) =>
  seasonSchema.check(
    z.refine<Season>(({ number }) => !others.includes(number), {
      error: SEASON_MESSAGES.duplicate,
      path: ['number'],
      ...alwaysRun,
    }),
  )

/** The seasons of a series; numbers are unique. */
export const seasonsSchema = z
  .array(seasonSchema, SEASON_MESSAGES.invalid)
  .max(500, 'No puede agregar más de 500 temporadas.')
  .superRefine((seasons, context) => {
    const numbers = seasons.map(({ number }) => number)
    for (const [index, number] of numbers.entries())
      if (numbers.indexOf(number) < index)
        context.addIssue({ code: 'custom', message: SEASON_MESSAGES.duplicate, path: [index, 'number'] })
  })
  .default([])
  .meta({ title: 'Temporadas' })

/** The seasons with episodes that an edit would remove or renumber, which is refused (rule K18). */
export const removedSeasonErrors = (
  seasons: readonly Pick<Season, 'number'>[],
  held: readonly Pick<SeasonSummary, 'number' | 'episodes'>[],
): ValidationError[] =>
  held
    .filter(({ number, episodes }) => episodes > 0 && !seasons.some((season) => season.number === number))
    .map(({ number, episodes }) => ({ field: 'seasons', message: SEASON_MESSAGES.inUse(number, episodes) }))

/** Initial values of a new season, numbered after the existing ones. */
export const nextSeason = (numbers: readonly number[]): Season => {
  const number = Math.min(Math.max(0, ...numbers) + 1, LAST_NUMBER)
  return { number, description: `Temporada ${number}` }
}

/** Suggested position of a new episode: after the last one of the last season; undefined without seasons. */
export const nextPosition = (
  seasons: readonly SeasonSummary[],
): { season: number; episode: number } | undefined => {
  const [last] = [...seasons].sort((one, other) => other.number - one.number)
  return last && { season: last.number, episode: Math.min(last.lastEpisode + 1, LAST_NUMBER) }
}
