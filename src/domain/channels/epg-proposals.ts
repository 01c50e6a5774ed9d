import { z } from 'zod'
import { endpoints } from '../contract/endpoint.ts'
import { instant } from '../contract/entity.ts'
import { id, requiredText } from '../validation/fields.ts'
import { CHANNEL_MESSAGES } from './channel.ts'
import { programmeOutput } from './on-air.ts'

/** Most proposals in a response, and taken at once. */
export const MAX_PROPOSALS = 500

export const PROPOSAL_MESSAGES = {
  none: 'Debe elegir al menos una propuesta.',
  tooMany: `Puede tomar ${MAX_PROPOSALS} propuestas a la vez como máximo.`,
  twice: 'El canal está dos veces.',
  gone: 'La guía ya no tiene ese canal: vuelva a abrir las propuestas.',
  changed: 'Alguien modificó uno de los canales: no se guardó ninguno. Vuelva a abrir las propuestas.',
} as const

const proposalOutput = z.object({
  channel: z.object({
    _id: z.string(),
    dateUpdate: instant(),
    number: z.number(),
    title: z.string(),
    image: z.string(),
  }),
  guide: z.object({ _id: z.string(), name: z.string() }),
  epgId: z.string(),
  name: z.string().meta({ description: 'El nombre del canal en la guía' }),
  likeness: z.number().meta({ description: 'Cuánto se parecen los nombres, de 0 a 1' }),
  now: programmeOutput.nullable().meta({ description: 'Lo que está al aire' }),
})
export type EpgProposal = z.infer<typeof proposalOutput>

/** The chosen proposals, with the version of each channel that was seen. */
const acceptedSchema = z.strictObject({
  proposals: z
    .array(
      z.strictObject({
        channel: id(),
        dateUpdate: instant(),
        guide: id(CHANNEL_MESSAGES.guide),
        epgId: requiredText(CHANNEL_MESSAGES.epgId, 200),
      }),
    )
    .min(1, PROPOSAL_MESSAGES.none)
    .max(MAX_PROPOSALS, PROPOSAL_MESSAGES.tooMany),
})
export type AcceptedProposals = z.infer<typeof acceptedSchema>

const PATH = '/api/channels/epg-proposals'

export const PROPOSAL_ENDPOINTS = /* @__PURE__ */ endpoints({
  list: {
    id: 'listEpgProposals',
    method: 'GET',
    path: PATH,
    tag: 'Canales',
    summary: `Propone canales de las guías activas para los canales sin guía, por el parecido de sus nombres; ${MAX_PROPOSALS} como máximo, los más parecidos primero`,
    response: { 200: z.array(proposalOutput) },
    errors: [401, 403, 422],
  },
  take: {
    id: 'takeEpgProposals',
    method: 'POST',
    path: PATH,
    tag: 'Canales',
    summary: 'Asigna las guías elegidas, todas o ninguna, en un cambio en lote que se puede deshacer',
    body: acceptedSchema,
    response: { 200: z.object({ batch: z.string(), changed: z.number() }) },
    errors: [401, 403, 409, 422],
  },
})
