import { Readable } from 'node:stream'
import { z } from 'zod'
import type { Holder } from '../../../../domain/access/permissions.ts'
import {
  APK_FACTS_PATH,
  APK_MESSAGES,
  APK_PATH,
  APK_TYPE,
  type ApkFacts,
  apkFileName,
} from '../../../../domain/settings/apk.ts'
import type { App } from '../../../platform/http/app-type.ts'
import type { Context } from '../../../platform/http/context.ts'
import { NotFound } from '../../../platform/http/errors.ts'
import { errorResponses } from '../../../platform/http/schemas.ts'
import { LONGEST_TIMEOUT } from '../../../platform/http/slow-bodies.ts'
import type { Readers } from '../../../platform/readers/readers.ts'
import { type ApkRow, currentApk, replaceApk } from './replace-apk.ts'
import { storedBytes } from './stored-file.ts'

const tags = ['Configuración']
const isSa = ({ role }: Holder): boolean => role === 'sa'
const reading = { access: { action: 'read', resource: 'settings' } } as const

const factsSchema = z.object({
  size: z.number(),
  date: z.string(),
  versionCode: z.number(),
  versionName: z.string(),
  packageName: z.string(),
})

const factsOf = ({ size, since, versionCode, versionName, packageName }: ApkRow): ApkFacts => ({
  size,
  date: since.toISOString(),
  versionCode,
  versionName,
  packageName,
})

export const apkRoutes = (app: App, context: Context, readers: Readers): void => {
  factsRoute(app, context)
  downloadRoute(app, context)
  app.register(async (scope: App) => {
    // The file goes into the database as it arrives: no parser gathers it first.
    scope.addContentTypeParser(['application/octet-stream', APK_TYPE], (_request, body, done) => {
      done(null, body)
    })
    replaceRoute(scope, context, readers)
  })
}

const required = async ({ db }: Context): Promise<ApkRow> => {
  const row = await currentApk(db)
  if (row === undefined) throw new NotFound(APK_MESSAGES.none)
  return row
}

function factsRoute(app: App, context: Context): void {
  app.get(
    APK_FACTS_PATH,
    {
      config: reading,
      schema: {
        tags,
        summary: 'Dice qué archivo de la aplicación se entrega: tamaño, fecha y versión',
        response: { 200: z.object({ file: factsSchema.nullable() }), ...errorResponses(401, 403) },
      },
    },
    async () => {
      const row = await currentApk(context.db)
      return { file: row === undefined ? null : factsOf(row) }
    },
  )
}

function downloadRoute(app: App, context: Context): void {
  app.get(
    APK_PATH,
    {
      config: reading,
      // It would read the whole file only to throw it away.
      exposeHeadRoute: false,
      schema: {
        tags,
        summary: 'Descarga el archivo de la aplicación',
        produces: [APK_TYPE],
        response: {
          200: z.instanceof(Readable).meta({ description: 'El archivo' }),
          ...errorResponses(401, 403, 404),
        },
      },
    },
    async (_request, reply) => {
      const { _id, size, versionName } = await required(context)
      reply
        .type(APK_TYPE)
        .header('content-length', size)
        .header('content-disposition', `attachment; filename="${apkFileName(versionName)}"`)
      return Readable.from(storedBytes(context.db, _id, size), { objectMode: false })
    },
  )
}

function replaceRoute(app: App, context: Context, readers: Readers): void {
  app.put(
    APK_PATH,
    {
      config: { access: isSa, bodyTimeout: LONGEST_TIMEOUT },
      schema: {
        tags,
        summary: 'Reemplaza el archivo de la aplicación (solo sa, como máximo 300 MiB)',
        consumes: ['application/octet-stream', APK_TYPE],
        body: z.instanceof(Readable, { error: APK_MESSAGES.empty }).meta({ description: 'El archivo APK' }),
        response: { 200: factsSchema, ...errorResponses(401, 403, 422, 503) },
      },
    },
    async ({ caller, body, headers }, reply) => {
      // What is refused half-way must not be taken for the next request of the connection.
      reply.header('connection', 'close')
      const declared = headers['content-length']
      return factsOf(
        await replaceApk(
          context,
          readers,
          caller,
          body,
          declared === undefined ? undefined : Number(declared),
        ),
      )
    },
  )
}
