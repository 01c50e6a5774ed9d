import { z } from 'zod'
import { cinemaFields, FILM_MESSAGES, filmFields, genresOf, updateFields } from './film-fields.ts'
import { DOCUMENTARY_GENRES } from './genres.ts'
import { contentLinkShape, linksOf, monoAudioRule } from './link.ts'
import { DOCUMENTARY_RATINGS } from './ratings.ts'

/** Input of a documentary (rules K2, K3). */
const fields = z.strictObject({
  ...filmFields,
  ...cinemaFields,
  rated: z.enum(DOCUMENTARY_RATINGS, FILM_MESSAGES.rated),
  genres: genresOf(DOCUMENTARY_GENRES),
  content: linksOf(contentLinkShape),
})

export const newDocumentaryShape = fields.check(monoAudioRule)
export const editedDocumentaryShape = fields.extend(updateFields).check(monoAudioRule)
