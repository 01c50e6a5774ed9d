import { z } from 'zod'
import { importChoicesShape } from '../../../domain/channels/playlist/choices.ts'
import { type Comparison, VERDICTS } from '../../../domain/channels/playlist/compare.ts'
import { ENTRY_FIELDS } from '../../../domain/channels/playlist/entry.ts'
import { MAX_ENTRIES, PLAYLIST_MESSAGES } from '../../../domain/channels/playlist/parse.ts'
import { id } from '../../../domain/validation/ids.ts'

const entryFields = {
  title: z.string(),
  link: z.string(),
  number: z.number().nullable(),
  image: z.string(),
  category: z.string(),
  epgId: z.string(),
}

/** What importing a playlist would do, in its order. */
export const previewShape = z.array(
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
export const choicesShape = importChoicesShape.extend({
  entries: z
    .array(
      z.strictObject({
        ...entryFields,
        channel: id().nullable().default(null),
        take: z.boolean().meta({ description: 'Si se importa' }),
      }),
    )
    .max(MAX_ENTRIES, PLAYLIST_MESSAGES.tooMany),
})

/** What an import did; without a batch there is nothing to undo. */
export const summaryShape = z.object({
  batchId: z.string().nullable(),
  created: z.number(),
  changed: z.number(),
  skipped: z.number().meta({ description: 'Sin elegir, o cambiados por alguien desde la vista previa' }),
  same: z.number(),
  duplicate: z.number(),
  invalid: z.number(),
})

/** What undoing it did. */
export const undoneShape = z.object({
  removed: z.number(),
  restored: z.number(),
  kept: z
    .array(z.object({ _id: z.string(), number: z.number(), title: z.string() }))
    .meta({ description: 'Los que alguien modificó después' }),
})
