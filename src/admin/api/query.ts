import type { GetListParams } from 'ra-core'

const MAX_LIMIT = 100

const asText = (value: unknown): string | undefined => {
  if (value === undefined || value === null || value === '') return undefined
  if (Array.isArray(value)) return value.length > 0 ? value.join(',') : undefined
  if (value instanceof Date) return value.toISOString()
  return String(value)
}

/** The filters of a list as the API names them: `q` is its `search`, the rest goes as it is; empty ones stay out. */
export const filterQuery = (filter: Readonly<Record<string, unknown>> = {}): URLSearchParams => {
  const query = new URLSearchParams()
  const { q, ...others } = filter
  for (const [name, value] of Object.entries({ search: q, ...others })) {
    const text = asText(value)
    if (text !== undefined) query.set(name, text)
  }
  return query
}

/** The query of a list page (rule Q1). */
export const listQuery = ({ filter, pagination, sort }: GetListParams): URLSearchParams => {
  const query = filterQuery(filter)
  const { page = 1, perPage = MAX_LIMIT } = pagination ?? {}
  query.set('page', String(page))
  query.set('limit', String(Math.min(perPage, MAX_LIMIT)))
  // `id` is react-admin's word for no order asked: the list's own order stands.
  if (sort?.field && sort.field !== 'id') {
    query.set('sort', sort.field)
    query.set('order', sort.order.toLowerCase())
  }
  return query
}
