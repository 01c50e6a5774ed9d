import { z } from 'zod'
import { PICTURE_KINDS, SUBJECT_KINDS } from '../../../domain/contents/pictures.ts'
import type { App } from '../../platform/http/context.ts'
import { NotFound } from '../../platform/http/errors.ts'
import { drawPicture } from './draw-picture.ts'

const paramsSchema = z.object({ kind: z.enum(PICTURE_KINDS), '*': z.string().regex(/^.+\.svg$/su) })

/** Unknown ones are drawn like pictures without a subject. */
const subjectSchema = z.object({
  kind: z.enum(SUBJECT_KINDS).optional().catch(undefined),
  genre: z.string().optional().catch(undefined),
})

/** Pictures of an address in a minute: drawing them takes time, and browsers keep them. */
const MAX_A_MINUTE = 600

/** GET /pictures/cover/<title>.svg?kind=movies&genre=Terror and similar: generated pictures, public. */
export const pictureRoutes = (app: App): void => {
  app.get(
    '/pictures/:kind/*',
    { config: { access: 'public', ipLimit: MAX_A_MINUTE }, logLevel: 'warn', schema: { hide: true } },
    ({ params, query }, reply) => {
      const parsed = paramsSchema.safeParse(params)
      if (!parsed.success) throw new NotFound()
      const title = parsed.data['*'].slice(0, -'.svg'.length)
      return reply
        .type('image/svg+xml; charset=utf-8')
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('content-security-policy', "default-src 'none'")
        .header('x-content-type-options', 'nosniff')
        .send(drawPicture(parsed.data.kind, title, subjectSchema.parse(query)))
    },
  )
}
