import { z } from 'zod'
import { importChoicesSchema } from '../../../../domain/channels/playlist/choices.ts'
import { type Comparison, VERDICTS } from '../../../../domain/channels/playlist/compare.ts'
import { ENTRY_FIELDS } from '../../../../domain/channels/playlist/entry.ts'
import { IMPORT_STATES, MAX_SOURCE } from '../../../../domain/channels/playlist/history.ts'
import { MAX_ENTRIES, PLAYLIST_MESSAGES } from '../../../../domain/channels/playlist/parse.ts'
import { id } from '../../../../domain/validation/ids.ts'
import { text } from '../../../../domain/validation/text.ts'
import { wholeNumber } from '../../../platform/collections/list-parameters.ts'

const entryFields = {
  title: z.string(),
  link: z.string(),
  number: z.number().nullable(),
  image: z.string(),
  category: z.string(),
  epgId: z.string(),
}

/** What importing a playlist would do, in its order. */
export const previewSchema = z.array(
  z.object({
    ...entryFields,
    verdict: z.enum(VERDICTS),
    channel: z.string().nullable().meta({ description: 'El canal guardado que le corresponde' }),
    changes: z.array(z.object({ field: z.enum(ENTRY_FIELDS), before: z.string(), after: z.string() })),
    problems: z.array(z.object({ field: z.string(), message: z.string() })),
  }),
)

/** An entry of the preview as the wire carries it. */
export const toWire = ({ entry, verdict, channel, changes, problems }: Comparison) => ({
  ...entry,
  verdict,
  channel: channel?._id ?? null,
  changes,
  problems,
})

/** What is imported: the entries of the preview with what was chosen of each, and what they lack. */
export const choicesSchema = importChoicesSchema.extend({
  source: text(MAX_SOURCE).meta({ description: 'El nombre del archivo o de la lista, para el historial' }),
  entries: z
    .array(
      z.strictObject({
        ...entryFields,
        channel: id().nullable().default(null),
        take: z.boolean().meta({ description: 'Si se importa' }),
        fields: z
          .array(z.enum(ENTRY_FIELDS))
          .max(ENTRY_FIELDS.length)
          .default([])
          .meta({ description: 'Los campos que se sobrescriben en el canal ya guardado' }),
      }),
    )
    .max(MAX_ENTRIES, PLAYLIST_MESSAGES.tooMany),
})

/** What an import did; without a batch there is nothing to undo. */
export const summarySchema = z.object({
  batchId: z.string().nullable(),
  created: z.number(),
  changed: z.number(),
  skipped: z.number().meta({ description: 'Sin elegir, o cambiados por alguien desde la vista previa' }),
  same: z.number(),
  duplicate: z.number(),
  invalid: z.number(),
})

/** What undoing it did. */
export const undoneSchema = z.object({
  removed: z.number(),
  restored: z.number(),
  kept: z
    .array(z.object({ _id: z.string(), number: z.number(), title: z.string() }))
    .meta({ description: 'Los que alguien modificó después' }),
})

/** A page of the history of imports. */
export const historyParameters = z.strictObject({
  page: wholeNumber(1, 100_000).optional(),
  limit: wholeNumber(1, 100).optional(),
})

/** An import of the history, the last ones first. */
export const historySchema = z.array(
  z.object({
    _id: z.string(),
    date: z.string().meta({ format: 'date-time' }),
    userName: z.string().meta({ description: 'Quién importó; vacío si el usuario ya no existe' }),
    source: z.string().meta({ description: 'El nombre del archivo o de la lista' }),
    created: z.number(),
    changed: z.number(),
    state: z.enum(IMPORT_STATES),
    undoneAt: z.string().nullable().meta({ format: 'date-time' }),
    undoneBy: z.string(),
    kept: z.number().meta({ description: 'Los que no se deshicieron porque alguien los modificó después' }),
  }),
)
