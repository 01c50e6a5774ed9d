import type { App } from './context.ts'
import { UnsupportedMediaType } from './errors.ts'

/** The media type that a header names, without its parameters. */
export const mediaTypeOf = (contentType: string | undefined): string =>
  (contentType?.split(';')[0] ?? '').trim().toLowerCase()

/** Refuses a body of another media type than the contract names; only once its sender is known to be allowed in. */
export const refuseMediaTypes = (app: App): void => {
  app.addHook('onRequest', async ({ headers, routeOptions: { schema } }) => {
    if (!schema?.body) return
    const isEmpty = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0
    if (isEmpty && headers['content-type'] === undefined) return
    const accepted = schema.consumes ?? ['application/json']
    if (!accepted.includes(mediaTypeOf(headers['content-type']))) throw new UnsupportedMediaType(accepted)
  })
}
