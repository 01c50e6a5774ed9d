import { z } from 'zod'
import { yesOrNo } from '../validation/booleans.ts'
import {
  filmFields,
  genresOf,
  optionalTrailer,
  releaseFields,
  requiredYear,
  updateFields,
} from './film-fields.ts'
import { SPORT_GENRES } from './genres.ts'
import { externalLinkRule, linkProviderRule, linkShape, linksOf, monoAudioRule } from './link.ts'

/** Additional flags of the links of sports (rule K13). */
export const SPORT_LINK_FLAGS = {
  audioSpa: 'Audio en Español',
  audioEng: 'Audio en Inglés',
  subtitleSpa: 'Subtítulos en Español',
  subtitleEng: 'Subtítulos en Inglés',
} as const

export const sportLinkShape = linkShape
  .extend({
    audioSpa: yesOrNo(),
    audioEng: yesOrNo(),
    subtitleSpa: yesOrNo(),
    subtitleEng: yesOrNo(),
  })
  .check(externalLinkRule, linkProviderRule)

export type SportLink = z.infer<typeof sportLinkShape>

/** Input of a sport (rules K2, K3). */
const fields = z.strictObject({
  ...filmFields,
  ...releaseFields,
  ...optionalTrailer,
  year: requiredYear(),
  genres: genresOf(SPORT_GENRES),
  adultOnly: yesOrNo(),
  content: linksOf(sportLinkShape),
})

export const newSportShape = fields.check(monoAudioRule)
export const editedSportShape = fields.extend(updateFields).check(monoAudioRule)
