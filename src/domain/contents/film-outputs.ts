import { z } from 'zod'
import { recordOutput } from '../contract/outputs.ts'
import { LANGUAGE_CODES } from './languages.ts'
import { QUALITIES } from './link.ts'

export const linkOutput = z.object({
  link: z.string(),
  quality: z.enum(QUALITIES),
  audio: z.array(z.enum(LANGUAGE_CODES)),
  closedCaption: z.array(z.enum(LANGUAGE_CODES)),
  isLinkReserved: z.boolean(),
  linkType: z.enum(['I', 'E']),
  provider: z.number().nullable(),
  isYoutube: z.boolean(),
  googleStorage: z.boolean(),
  isCdnLink: z.boolean(),
  status: z.boolean(),
})

/** What every content answers, episodes included. */
export const contentOutput = recordOutput.extend({
  title: z.string(),
  mailOrigin: z.string(),
  reference: z.string(),
  view: z.number(),
})

/** What films and series answer. */
export const presentedOutput = contentOutput.extend({
  genres: z.array(z.string()),
  synopsis: z.string(),
  synopsisEng: z.string(),
  covertImage: z.string(),
  fullImage: z.string(),
  actors: z.string(),
  categories: z.array(z.string()),
})

/** What can be played answers: films and episodes. */
export const playableOutput = {
  runtime: z.number().nullable(),
  monoAudio: z.boolean(),
  onlyEnglish: z.boolean(),
  hasLinkReserved: z.boolean(),
  content: z.array(linkOutput),
}

/** What all film-like contents answer; each adds its own fields. */
export const filmOutput = presentedOutput.extend({ ...playableOutput, children: z.boolean() })

export const trailerOutput = { trailer: z.string(), trailerProvider: z.enum(['Y', 'G', 'O']) }

export const filmDatabaseOutput = { imdbId: z.string(), rating: z.number().nullable() }

/** What the rows of a list leave out. */
export const LEFT_OUT_OF_ROWS = { synopsis: true, synopsisEng: true, content: true } as const
