import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { LOGO_ENDPOINTS as API } from '../../../domain/settings/endpoints.ts'
import { inspectLogo, LOGO_MESSAGES, LOGO_TYPE, type Logo, MAX_LOGO } from '../../../domain/settings/logo.ts'
import { SETTINGS_ID } from '../../../domain/settings/public-settings.ts'
import { CHANGE_PERMISSIONS } from '../../../domain/settings/settings-screens.ts'
import { recordChange } from '../../platform/audit/audit-log.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import type { Db } from '../../platform/database/open.ts'
import { settings } from '../../platform/database/schema/settings.ts'
import { withRetry } from '../../platform/database/transactions.ts'
import type { App, Context } from '../../platform/http/context.ts'
import { Invalid, NotFound } from '../../platform/http/errors.ts'
import { operation } from '../../platform/http/operation.ts'
import { lockSettings } from '../../platform/settings/read-settings.ts'

/** Requests of an address in a minute: each reads the database, and browsers keep the picture. */
const MAX_A_MINUTE = 600

const versionParams = z.strictObject({ version: z.string().regex(/^[\da-f]{16}$/) })

/** The logo of the business: shown to visitors, changed with the settings of /setting (rule S12). */
export const logoRoutes = (app: App, context: Context): void => {
  app.route({
    ...operation(API.show, { params: versionParams, produces: [LOGO_TYPE] }),
    config: { access: 'public', ipLimit: MAX_A_MINUTE },
    logLevel: 'warn',
    async handler({ url }, reply) {
      const { bytes, path } = await readLogo(context.db)
      return (
        reply
          .type(LOGO_TYPE)
          // A page from before a replacement gets the new logo, without keeping it under the old address.
          .header('cache-control', url === path ? 'public, max-age=31536000, immutable' : 'no-store')
          .header('content-security-policy', "default-src 'none'; sandbox")
          .send(bytes)
      )
    },
  })
  app.route({
    ...operation(API.remove),
    config: { access: CHANGE_PERMISSIONS.settings },
    async handler({ currentUser }, reply) {
      await storeLogo(context, currentUser, undefined)
      return reply.code(204).send()
    },
  })
  app.register(async (scope: App) => {
    const types = ['application/octet-stream', LOGO_TYPE]
    scope.addContentTypeParser(types, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.route({
      ...operation(API.replace, { consumes: types }),
      config: { access: CHANGE_PERMISSIONS.settings },
      bodyLimit: MAX_LOGO,
      async handler({ currentUser, body }) {
        const image = inspectLogo(body)
        if (typeof image === 'string') throw new Invalid([{ field: '', message: image }])
        const version = createHash('sha256').update(body).digest('hex').slice(0, 16)
        const logo = { path: `/api/logo/${version}`, ...image, size: body.length }
        await storeLogo(context, currentUser, { logo, bytes: body })
        return logo
      },
    })
  })
}

const readLogo = async (db: Db): Promise<{ bytes: Buffer; path: string }> => {
  // As base64: the embedded engine converts `bytea` far more slowly.
  const base64 = sql<string>`encode(${settings.logoBytes}, 'base64')`
  const [row] = await db.select({ logo: settings.logo, base64 }).from(settings)
  if (!row?.logo) throw new NotFound(LOGO_MESSAGES.none)
  return { bytes: Buffer.from(row.base64, 'base64'), path: row.logo.path }
}

interface NewLogo {
  logo: Logo
  bytes: Uint8Array
}

/** Replaces the logo, or removes it. The settings keep their date: a form that is being edited is not outdated. */
const storeLogo = ({ db, now }: Context, currentUser: CurrentUser, next: NewLogo | undefined) =>
  withRetry(db, async (tx) => {
    const { logo: before } = await lockSettings(tx)
    if (before?.path === next?.logo.path) return
    const decoded = next && sql`decode(${Buffer.from(next.bytes).toString('base64')}::text, 'base64')`
    await tx.update(settings).set({ logo: next?.logo ?? null, logoBytes: decoded ?? null })
    await recordChange(tx, currentUser, now(), {
      action: 'update',
      resource: 'settings',
      record: { _id: SETTINGS_ID, name: 'Logotipo del negocio' },
      before: before ?? {},
      after: next?.logo ?? {},
    })
  })
