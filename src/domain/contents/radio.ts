import { z } from 'zod'
import { entity, recordOutput } from '../contract/entity.ts'
import {
  active,
  LINK_MESSAGES,
  requiredInteger,
  requiredStreamUrl,
  requiredText,
  requiredUrlOrPath,
} from '../validation/fields.ts'
import { linkStateOutput } from './link-state.ts'
import { publicationFields, publicationOutput, publicationRule } from './publication.ts'

const RADIO_MESSAGES = {
  number: 'Debe especificar el número del Emisora.',
  title: 'Debe digitar el título.',
  category: 'Debe digitar la categoría.',
  link: 'Debe digitar el enlance.',
  image: 'Debe especificar la imagen.',
} as const

/** Input of a radio station (rule K23). */
const fields = z.strictObject({
  number: requiredInteger(RADIO_MESSAGES.number, 0, 999_999).meta({ title: 'Número' }),
  title: requiredText(RADIO_MESSAGES.title, 300).meta({ title: 'Título' }),
  category: requiredText(RADIO_MESSAGES.category, 150).meta({ title: 'Categoría' }),
  link: requiredStreamUrl(RADIO_MESSAGES.link, LINK_MESSAGES.link).meta({ title: 'Enlace' }),
  image: requiredUrlOrPath(RADIO_MESSAGES.image, LINK_MESSAGES.link).meta({ title: 'Imagen' }),
  status: active(),
  ...publicationFields,
})

export const radioSchema = fields.check(publicationRule)

const radioOutput = recordOutput.extend({
  number: z.number(),
  title: z.string(),
  category: z.string(),
  link: z.string(),
  image: z.string(),
  view: z.number().meta({ title: 'Visitas' }),
  ...publicationOutput,
})

export const radioEntity = /* @__PURE__ */ entity('radios', {
  new: radioSchema,
  edited: radioSchema,
  record: radioOutput,
  row: radioOutput.extend(linkStateOutput),
})
