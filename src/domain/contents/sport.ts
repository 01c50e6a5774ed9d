import { z } from 'zod'
import { entity } from '../contract/entity.ts'
import { yesOrNo } from '../validation/fields.ts'
import {
  adultOnly,
  filmFields,
  filmOutput,
  genresField,
  linkOutput,
  NOT_IN_ROWS,
  optionalTrailer,
  releaseFields,
  requiredYear,
  updateFields,
} from './film-fields.ts'
import { SPORT_GENRES } from './genres.ts'
import { externalLinkRule, linkProviderRule, linkSchema, linksField, monoAudioRule } from './link.ts'
import { linkStateOutput } from './link-state.ts'
import { publicationRule } from './publication.ts'

/** Additional flags of the links of sports (rule K13). */
export const SPORT_LINK_FLAGS = {
  audioSpa: 'Audio en Español',
  audioEng: 'Audio en Inglés',
  subtitleSpa: 'Subtítulos en Español',
  subtitleEng: 'Subtítulos en Inglés',
} as const

export const sportLinkSchema = linkSchema
  .extend({
    audioSpa: yesOrNo().meta({ title: 'Audio en español' }),
    audioEng: yesOrNo().meta({ title: 'Audio en inglés' }),
    subtitleSpa: yesOrNo().meta({ title: 'Subtítulos en español' }),
    subtitleEng: yesOrNo().meta({ title: 'Subtítulos en inglés' }),
  })
  .check(externalLinkRule, linkProviderRule)

export type SportLink = z.infer<typeof sportLinkSchema>

/** Input of a sport (rules K2, K3). */
const fields = z.strictObject({
  ...filmFields,
  ...releaseFields,
  ...optionalTrailer,
  year: requiredYear(),
  genres: genresField(SPORT_GENRES),
  adultOnly,
  content: linksField(sportLinkSchema),
})

export const newSportSchema = fields.check(monoAudioRule, publicationRule)
export const editedSportSchema = fields.extend(updateFields).check(monoAudioRule, publicationRule)

const sportLinkOutput = linkOutput.extend({
  audioSpa: z.boolean(),
  audioEng: z.boolean(),
  subtitleSpa: z.boolean(),
  subtitleEng: z.boolean(),
})

const sportOutput = filmOutput.extend({
  year: z.number(),
  released: z.string(),
  trailer: z.string(),
  adultOnly: z.boolean(),
  content: z.array(sportLinkOutput),
})

const sportRowOutput = sportOutput.omit(NOT_IN_ROWS).extend(linkStateOutput)

export const sportEntity = /* @__PURE__ */ entity('sports', {
  new: newSportSchema,
  edited: editedSportSchema,
  record: sportOutput,
  row: sportRowOutput,
})
