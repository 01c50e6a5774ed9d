import { isDeepStrictEqual } from 'node:util'
import { isPlainObject } from 'es-toolkit'
import type { App } from './context.ts'
import { Invalid } from './errors.ts'

type Aliases = Readonly<Record<string, string>>
type Fields = Readonly<Record<string, unknown>>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Other names of fields, which bodies may use and responses repeat. */
    aliases?: Aliases | undefined
  }
}

/** Renames the fields of bodies before their validation, and adds the other names to responses. */
export const acceptAliases = (app: App): void => {
  app.addHook('preValidation', async (request) => {
    const { aliases } = request.routeOptions.config
    if (aliases && isFields(request.body)) request.body = renameAliases(request.body, aliases)
  })
  app.addHook('preSerialization', async ({ routeOptions: { config } }, _reply, response) => {
    const { aliases } = config
    if (!aliases) return response
    return Array.isArray(response)
      ? response.map((row) => addAliases(row, aliases))
      : addAliases(response, aliases)
  })
}

const isFields = (value: unknown): value is Fields => isPlainObject(value)

/** The body with the fields' own names; throws Invalid if both names have different values. */
const renameAliases = (body: Fields, aliases: Aliases): Fields => {
  const fields: Record<string, unknown> = { ...body }
  for (const [alias, name] of Object.entries(aliases)) {
    if (!Object.hasOwn(body, alias)) continue
    if (Object.hasOwn(body, name) && !isDeepStrictEqual(body[alias], body[name]))
      throw new Invalid([{ field: alias, message: `Es otro nombre de ${name}: debe tener el mismo valor.` }])
    fields[name] = body[alias]
    delete fields[alias]
  }
  return fields
}

const addAliases = (record: unknown, aliases: Aliases): unknown =>
  isFields(record)
    ? {
        ...record,
        ...Object.fromEntries(Object.entries(aliases).map(([alias, name]) => [alias, record[name]])),
      }
    : record
