import type { App } from './context.ts'
import { UnsupportedMediaType } from './errors.ts'

/** The media type of a header, without its parameters. */
export const parseMediaType = (contentType: string | undefined): string =>
  (contentType?.split(';')[0] ?? '').trim().toLowerCase()

/** Refuses bodies with a media type that the contract doesn't name; runs after the access check. */
export const refuseMediaTypes = (app: App): void => {
  app.addHook('onRequest', ({ headers, routeOptions: { schema } }, _reply, done) => {
    if (!schema?.body) return done()
    const isEmpty = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0
    if (isEmpty && headers['content-type'] === undefined) return done()
    const accepted = schema.consumes ?? ['application/json']
    if (accepted.includes(parseMediaType(headers['content-type']))) done()
    else done(new UnsupportedMediaType(accepted))
  })
}
