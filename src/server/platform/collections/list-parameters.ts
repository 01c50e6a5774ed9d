import { z } from 'zod'
import { id, text } from '../../../domain/validation/fields.ts'

const MAX_LIMIT = 100
const MAX_PAGE = 100_000_000
const MAX_SEARCH = 200

/** A whole number from `min` to `max`, as a query carries it. */
export const wholeNumber = (min: number, max: number) => {
  const message = `Debe ser un número entre ${min} y ${max}.`
  return z
    .string(message)
    .refine((value) => /^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max, message)
    .transform(Number)
    .meta({ type: 'integer', minimum: min, maximum: max })
}

/** A filter that is true or false. */
export const flag = () =>
  z.enum(['true', 'false'], 'Debe ser true o false.').transform((value) => value === 'true')

const someIds = z
  .string('Debe ser una lista de identificadores.')
  .transform((value) => value.split(','))
  .refine(
    (ids) => ids.length <= MAX_LIMIT && ids.every((each) => id().safeParse(each).success),
    `Debe ser una lista de 1 a ${MAX_LIMIT} identificadores separados por comas.`,
  )
  .meta({ description: 'Identificadores separados por comas' })

/** The query of a list and of its count: paging, search, order and the entity's own filters (rules Q1, Q2). */
export const listParameters = <Filters extends z.ZodRawShape>(sorts: readonly string[], filters: Filters) =>
  z.strictObject({
    page: wholeNumber(1, MAX_PAGE).optional(),
    limit: wholeNumber(1, MAX_LIMIT).optional(),
    search: text(MAX_SEARCH),
    sort: z.enum(sorts, 'No se puede ordenar por este campo.').optional(),
    order: z.enum(['asc', 'desc'], 'Debe ser asc o desc.').optional(),
    ids: someIds.optional(),
    ...filters,
  })

/** What every list is asked for, once its query has been read. */
export interface ListParameters {
  page?: number | undefined
  limit?: number | undefined
  search: string
  sort?: string | undefined
  order?: 'asc' | 'desc' | undefined
  ids?: string[] | undefined
}

/** Page and rows per page: as many rows as ids when those are asked for, else what `pageSize` reads. */
export const pagingOf = async (
  { page = 1, limit, ids }: ListParameters,
  pageSize: () => Promise<number>,
): Promise<{ page: number; limit: number }> => ({
  page,
  limit: limit ?? ids?.length ?? (await pageSize()),
})
