import { Readable } from 'node:stream'
import { z } from 'zod'
import { APK_MESSAGES, APK_TYPE, type ApkFile, apkFileName } from '../../../../domain/settings/apk.ts'
import { APK_ENDPOINTS as API } from '../../../../domain/settings/endpoints.ts'
import { requireConfirmed } from '../../../platform/auth/confirmation.ts'
import { MAX_TIMEOUT } from '../../../platform/http/connections.ts'
import type { App, Context } from '../../../platform/http/context.ts'
import { NotFound } from '../../../platform/http/errors.ts'
import { operation } from '../../../platform/http/operation.ts'
import type { Sandbox } from '../../../platform/sandbox/sandbox.ts'
import { type ApkRow, currentApk, replaceApk } from './replace-apk.ts'
import { storedBytes } from './stored-file.ts'

const reading = { access: { route: 'settings' } } as const

export const apkRoutes = (app: App, context: Context, sandbox: Sandbox): void => {
  app.route({
    ...operation(API.describe),
    config: reading,
    async handler() {
      const row = await currentApk(context.db)
      return { file: row === undefined ? null : apkResponse(row) }
    },
  })
  app.route({
    ...operation(API.download, { produces: [APK_TYPE] }),
    config: reading,
    // A HEAD request would read the whole file and discard it.
    exposeHeadRoute: false,
    async handler(_request, reply) {
      const row = await currentApk(context.db)
      if (row === undefined) throw new NotFound(APK_MESSAGES.none)
      const { _id, size, versionName } = row
      reply
        .type(APK_TYPE)
        .header('content-length', size)
        .header('content-disposition', `attachment; filename="${apkFileName(versionName)}"`)
      return Readable.from(storedBytes(context.db, _id, size), { objectMode: false })
    },
  })
  app.register(async (scope: App) => {
    // Streams the upload into the database instead of buffering it in a parser.
    scope.addContentTypeParser(['application/octet-stream', APK_TYPE], (_request, body, done) => {
      done(null, body)
    })
    replaceRoute(scope, context, sandbox)
  })
}

const replaceRoute = (app: App, context: Context, sandbox: Sandbox): void => {
  app.route({
    ...operation(API.replace, {
      consumes: ['application/octet-stream', APK_TYPE],
      body: z.instanceof(Readable, { error: APK_MESSAGES.empty }).meta({ description: 'El archivo APK' }),
    }),
    config: { access: { role: 'sa' }, bodyTimeout: MAX_TIMEOUT },
    async handler({ currentUser, body, headers }, reply) {
      // The rest of a refused upload must not be parsed as the next request on the connection.
      reply.header('connection', 'close')
      // Clients read the refusal only after sending everything.
      if (currentUser.isConfirmed === false) body.resume()
      requireConfirmed(currentUser)
      const declared = headers['content-length']
      const length = declared === undefined ? undefined : Number(declared)
      return apkResponse(await replaceApk(context, sandbox, currentUser, body, length))
    },
  })
}

const apkResponse = ({ size, since, versionCode, versionName, packageName }: ApkRow): ApkFile => ({
  size,
  date: since.toISOString(),
  versionCode,
  versionName,
  packageName,
})
