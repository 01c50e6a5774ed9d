import { z } from 'zod'
import { id, requiredText, text } from '../../validation/fields.ts'
import { CHANNEL_MESSAGES } from '../channel.ts'

const MAX_CATEGORY = 150

/** Values chosen once for all channels of an import that lack them. */
export const importChoicesSchema = z.strictObject({
  category: text(MAX_CATEGORY).meta({ description: 'La de los canales nuevos sin categoría' }),
  channelGuide: id(CHANNEL_MESSAGES.guide)
    .nullable()
    .default(null)
    .meta({ description: 'La guía de los canales nuevos con EPG ID' }),
})
export type ImportChoices = z.infer<typeof importChoicesSchema>

/** The category is required if any new channel has none of its own. */
export const uncategorisedChoicesSchema = importChoicesSchema.extend({
  category: requiredText(CHANNEL_MESSAGES.category, MAX_CATEGORY),
})
