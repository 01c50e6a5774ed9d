import { z } from 'zod'
import { checkReplacement, replacementFields, replacementPreview } from '../contents/link-replacement.ts'
import { isLinked, type LinkedResource } from '../contents/link-verdict.ts'
import { isInOrder, PUBLICATION_MESSAGES, publicationFields } from '../contents/publication.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { apiPath, type EntityName, entryOf, REGISTRY, resourceTitle } from '../registry.ts'
import { booleanFieldNames, id, yesOrNo } from '../validation/fields.ts'
import { batchStarted } from './batch.ts'

/** Most records named by id in one request. */
export const MAX_IDS = 10_000
/** Most records of one batch. */
export const MAX_RECORDS = 100_000

const MAX_ADDED = 100

export const BULK_MESSAGES = {
  ids: `Debe ser una lista de 1 a ${MAX_IDS} identificadores: para más, use los filtros de la lista.`,
  tooMany: `Son demasiados registros: como máximo ${MAX_RECORDS} a la vez. Use más filtros.`,
  which: 'Debe enviar ids o filter, uno de los dos.',
  noChanges: 'Debe indicar qué se cambia.',
  noDeletion: 'Una eliminación no lleva cambios.',
  expected: 'Debe ser el número de registros que se vieron.',
  both: 'No se puede agregar y quitar lo mismo.',
  group: 'Debe tener de 1 a 64 letras, cifras o guiones.',
  count: (found: number, expected: number) =>
    found === 1
      ? `Ahora es 1 registro, y no ${expected}: actualice la lista y vuelva a intentarlo.`
      : `Ahora son ${found} registros, y no ${expected}: actualice la lista y vuelva a intentarlo.`,
} as const

/** The value of a list's query parameter, also accepted as a JSON number or boolean. */
export const filterValue = z.union([z.string(), z.number(), z.boolean()]).transform(String)

const selectionFields = {
  ids: z.array(id(), BULK_MESSAGES.ids).min(1, BULK_MESSAGES.ids).max(MAX_IDS, BULK_MESSAGES.ids).optional(),
  filter: z
    .record(z.string(), filterValue, 'Debe enviar un objeto.')
    .optional()
    .meta({ description: 'Los parámetros de la lista, salvo página y orden' }),
  expected: z
    .int(BULK_MESSAGES.expected)
    .min(1, BULK_MESSAGES.expected)
    .meta({ description: 'Cuántos registros se vieron: si ahora son otros, 409 con el código COUNT' }),
}

const idsOrFilter: z.core.CheckFn<{ ids?: unknown; filter?: unknown }> = ({ value, issues }) => {
  if ((value.ids === undefined) === (value.filter === undefined))
    issues.push({ code: 'custom', message: BULK_MESSAGES.which, path: ['ids'], input: value })
}

const updateInput = <const Changes extends z.ZodObject>(changes: Changes) =>
  z.strictObject({
    ...selectionFields,
    action: z.literal('update'),
    changes: changes.check(({ value, issues }) => {
      if (Object.keys(value).length === 0)
        issues.push({ code: 'custom', message: BULK_MESSAGES.noChanges, input: value })
    }),
  })
const deleteInput = z.strictObject({ ...selectionFields, action: z.literal('delete') })
const restoreInput = z.strictObject({ ...selectionFields, action: z.literal('restore') })

/** Input of bulk requests: the records, and what to do with them (rule W17). */
export const bulkInput = <const Changes extends z.ZodObject>(changes: Changes) =>
  z
    .discriminatedUnion('action', [updateInput(changes), deleteInput], 'Debe ser update o delete.')
    .check(idsOrFilter)

/** Bulk input of resources with a trash; `restore` takes ids or filters of the trash's list. */
const restorableInput = <const Changes extends z.ZodObject>(changes: Changes) =>
  z
    .discriminatedUnion(
      'action',
      [updateInput(changes), deleteInput, restoreInput],
      'Debe ser update, delete o restore.',
    )
    .check(idsOrFilter)

/** What joins the batches of one request over several entities; repeated, it gives the same batch of an entity. */
const group = z
  .string(BULK_MESSAGES.group)
  .regex(/^[\w-]{1,64}$/, BULK_MESSAGES.group)
  .optional()
  .meta({
    description: 'Une los cambios en lote de varias partes del catálogo; repetido en una, devuelve el mismo',
  })

const replaceInput = z
  .strictObject({ ...selectionFields, action: z.literal('replaceLinks'), ...replacementFields, group })
  .check(checkReplacement)

/** Bulk input of resources with links and a trash. */
const linkedInput = <const Changes extends z.ZodObject>(changes: Changes) =>
  z
    .discriminatedUnion(
      'action',
      [updateInput(changes), deleteInput, restoreInput, replaceInput],
      'Debe ser update, delete, restore o replaceLinks.',
    )
    .check(idsOrFilter)

/** Bulk input of resources that can only be deleted in bulk. */
export const bulkDeletion = deleteInput.check(idsOrFilter)

/** The boolean fields of an entity, which a bulk update can set. */
const booleanFields = (edited: z.ZodObject): Record<string, z.ZodOptional<z.ZodBoolean>> =>
  Object.fromEntries(booleanFieldNames(edited).map((name) => [name, yesOrNo().unwrap().optional()]))

const categoryIds = () => z.array(id()).min(1, BULK_MESSAGES.noChanges).max(MAX_ADDED).optional()

/** The publication dates of an entity that has them; null removes one. */
const dateFields = (edited: z.ZodObject) =>
  'datePublish' in edited.shape
    ? {
        datePublish: publicationFields.datePublish.unwrap().optional(),
        dateUnpublish: publicationFields.dateUnpublish.unwrap().optional(),
      }
    : {}

/**
 * Changes of a bulk update of a catalogue entity: its boolean fields, its publication dates, and categories to add or
 * remove.
 */
export const bulkChanges = (edited: z.ZodObject) => {
  const lists =
    'categories' in edited.shape ? { addCategories: categoryIds(), takeCategories: categoryIds() } : {}
  return z
    .strictObject({ ...booleanFields(edited), ...dateFields(edited), ...lists })
    .check(({ value, issues }) => {
      if (!isInOrder(asDates(value)))
        issues.push({
          code: 'custom',
          message: PUBLICATION_MESSAGES.order,
          path: ['dateUnpublish'],
          input: value,
        })
      const { addCategories: added = [], takeCategories: taken = [] } = asListChanges(value)
      if (added.some((each) => taken.includes(each)))
        issues.push({ code: 'custom', message: BULK_MESSAGES.both, path: ['takeCategories'], input: value })
    })
}

interface ListedChanges {
  addCategories?: string[]
  takeCategories?: string[]
}

/** Narrows the parsed changes to the lists, whose presence depends on the entity. */
const asListChanges = (changes: object): ListedChanges => changes

/** Narrows the parsed changes to the dates, whose presence depends on the entity. */
const asDates = (changes: object): Parameters<typeof isInOrder>[0] => changes

type Fields = Readonly<Record<string, unknown>>

/** The update of one record in a bulk update. */
export const recordChanges = (changes: Fields, stored: Fields): Record<string, unknown> => {
  const { addCategories = [], takeCategories = [] } = asListChanges(changes)
  const { addCategories: _added, takeCategories: _taken, ...switches } = changes
  if (addCategories.length + takeCategories.length === 0) return switches
  const before = Array.isArray(stored.categories) ? stored.categories : []
  const categories = [...new Set([...before, ...addCategories])].filter(
    (each) => !takeCategories.includes(each),
  )
  return { ...switches, categories }
}

/** Input of the preview of a replacement: the chosen records, and the replacement. */
const { expected: _expected, ...chosen } = selectionFields
const previewInput = z
  .strictObject({ ...chosen, action: z.literal('replaceLinks'), ...replacementFields })
  .check(checkReplacement)
  .check(idsOrFilter)
export type ReplacementPreviewInput = z.output<typeof previewInput>

/** The endpoint that shows what a replacement in the links of a catalogue entity would change. */
export const bulkPreviewEndpoint = <const Name extends LinkedResource>(resource: Name) =>
  ({
    id: `preview${REGISTRY[resource].operation.many}Bulk`,
    method: 'POST',
    path: `${apiPath(resource)}/bulk/preview`,
    tag: resourceTitle(resource),
    summary: `Muestra qué cambiaría un reemplazo en los enlaces de ${entryOf(resource).name.many}`,
    body: previewInput,
    response: { 200: replacementPreview },
    errors: [401, 403, 422],
  }) as const satisfies Endpoint

/** The bulk endpoint of a catalogue entity. Separate from the others, so that forms do not load its schema. */
export const bulkEndpoint = <const Name extends EntityName>(resource: Name, edited: z.ZodObject) => {
  const path = () => apiPath(resource)
  return {
    id: `bulk${REGISTRY[resource].operation.many}`,
    method: 'POST',
    path: `${path()}/bulk`,
    tag: resourceTitle(resource),
    summary: `Cambia, elimina o restaura ${entryOf(resource).name.many} en lote`,
    body: isLinked(resource) ? linkedInput(bulkChanges(edited)) : restorableInput(bulkChanges(edited)),
    response: { 202: batchStarted },
    errors: [401, 403, 409, 422],
  } as const satisfies Endpoint
}
