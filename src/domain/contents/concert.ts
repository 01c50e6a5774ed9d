import { z } from 'zod'
import { yesOrNo } from '../validation/booleans.ts'
import { filmFields, genresOf, requiredYear, updateFields } from './film-fields.ts'
import { CONCERT_GENRES } from './genres.ts'
import { contentLinkShape, linksOf, monoAudioRule } from './link.ts'

/** Input of a concert (rules K2, K3). */
const fields = z.strictObject({
  ...filmFields,
  year: requiredYear(),
  genres: genresOf(CONCERT_GENRES),
  adultOnly: yesOrNo(),
  isYoutube: yesOrNo(),
  content: linksOf(contentLinkShape),
})

export const newConcertShape = fields.check(monoAudioRule)
export const editedConcertShape = fields.extend(updateFields).check(monoAudioRule)
