import { hash } from 'node:crypto'
import { dirname } from 'node:path'
import fastifyStatic from '@fastify/static'
import { z } from 'zod'
import { locateFile } from '../../platform/database/locate-file.ts'
import type { App } from '../../platform/http/context.ts'
import { NotFound } from '../../platform/http/errors.ts'
import { MEDIA_PATH } from './addresses.ts'

const FILMS = ['faro.mp4', 'ciudad.mp4', 'montanas.mp4', 'planeta.mp4'] as const

/** What the playlist of a channel refers to. */
const PARTS: readonly string[] = ['canal.m4s', 'canal-init.mp4']

/** The file for a path: every path of a film, trailer, channel or station has one, and always the same. */
const fileFor = (path: string): string | undefined => {
  if (PARTS.includes(path)) return path
  if (path.endsWith('.m3u8')) return 'canal.m3u8'
  if (path.startsWith('radio/')) return 'radio.m4a'
  if (!path.endsWith('.mp4')) return undefined
  if (path.startsWith('trailers/')) return 'trailer.mp4'
  return FILMS[Number.parseInt(hash('sha256', path).slice(0, 8), 16) % FILMS.length]
}

const wildcard = z.object({ '*': z.string() })

/** GET /demo/media/…: clips for the links of the demo's catalogue (rule O2). */
export const mediaRoutes = async (app: App): Promise<void> => {
  const playlist = locateFile('../../demo/media/canal.m3u8', 'demo/media/canal.m3u8')
  // In a context of its own, because the admin's files have another folder.
  await app.register(async (scope) => {
    await scope.register(fastifyStatic, { root: dirname(playlist), serve: false, cacheControl: false })
    scope.get(
      `${MEDIA_PATH}*`,
      {
        config: { access: 'public' },
        compress: false,
        logLevel: 'warn',
        schema: { hide: true, params: wildcard },
      },
      async (request, reply) => {
        const file = fileFor(wildcard.parse(request.params)['*'])
        if (file === undefined) throw new NotFound()
        return (
          reply
            .header('cache-control', 'public, max-age=3600')
            // The admin may be open at another name of this machine than the base addresses have.
            .header('cross-origin-resource-policy', 'cross-origin')
            .sendFile(file)
        )
      },
    )
  })
}
