import { and, eq, isNull } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { recordChange } from '../../platform/audit/audit-log.ts'
import { outbox } from '../../platform/database/schema/outbox.ts'
import { users } from '../../platform/database/schema/users.ts'
import { withRetry } from '../../platform/database/transactions.ts'
import type { App, Context } from '../../platform/http/context.ts'
import { pagePolicy } from '../../platform/http/headers.ts'

const params = z.object({
  token: z
    .string()
    .regex(/^[\w-]{24}$/)
    .or(z.literal(''))
    .catch(''),
})

/**
 * The page that ends the mails of their recipient (rule N8). GET only shows it, since mail programs open links by
 * themselves; POST ends them, from the page's button or from a mail program (RFC 8058). Every token gets the same
 * responses, so that valid ones cannot be guessed.
 */
export const unsubscribeRoutes = (app: App, context: Context): void => {
  app.register(async (plugin) => {
    const scope = plugin.withTypeProvider<ZodTypeProvider>()
    // The token is in the path: bodies are ignored.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => {
      payload.resume()
      done(null)
    })
    const options = { config: { access: 'public' as const }, schema: { hide: true, params } }
    scope.get('/baja/:token', options, (_request, reply) => page(reply, 'Dejar de recibir avisos', FORM))
    scope.post('/baja/:token', options, async ({ params: { token }, ip }, reply) => {
      await endMails(context, token, ip)
      return page(reply, 'Listo', '<p>Ya no recibirá avisos por correo.</p>')
    })
  })
}

const FORM = `<p>¿Quiere dejar de recibir avisos por correo?</p>
<form method="post"><button type="submit">Dejar de recibir avisos</button></form>`

const STYLE = `body{margin:0;min-height:100vh;display:grid;place-items:center;font:16px/1.5 system-ui,sans-serif;
background:#f4f5f9;color:#1f2430}main{max-width:28rem;padding:2rem;margin:1rem;background:#fff;border-radius:12px}
h1{font-size:1.25rem;margin:0 0 .5rem}button{font:inherit;padding:.6rem 1rem;border:0;border-radius:8px;
background:#3949ab;color:#fff;cursor:pointer}@media (prefers-color-scheme:dark){body{background:#14161c;color:#e8eaf2}
main{background:#1e212a}button{background:#9fa8da;color:#14161c}}`

const POLICY = pagePolicy(STYLE)

const page = (reply: FastifyReply, title: string, content: string) =>
  reply
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('content-security-policy', POLICY)
    .type('text/html; charset=utf-8')
    .serializer((text: string) => text)
    .send(`<!doctype html>
<html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${title} · Cartelera</title><style>${STYLE}</style></head>
<body><main><h1>${title}</h1>
${content}</main></body></html>`)

const endMails = ({ db, now }: Context, token: string, address: string): Promise<void> =>
  withRetry(db, async (tx) => {
    const [row] = await tx
      .select({ user: users })
      .from(outbox)
      .innerJoin(users, eq(users._id, outbox.user))
      .where(and(eq(outbox.token, token), eq(outbox.kind, 'mail'), isNull(users.deletedAt)))
      .for('no key update', { of: users })
    if (!row?.user.mailNotify) return
    const { _id, name } = row.user
    await tx.update(users).set({ mailNotify: false, dateUpdate: now() }).where(eq(users._id, _id))
    const by = { id: _id, name, ip: address }
    await recordChange(tx, by, now(), {
      action: 'update',
      resource: 'users',
      record: { _id, name },
      before: { mailNotify: true },
      after: { mailNotify: false },
    })
  })
