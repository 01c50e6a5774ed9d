import { existsSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { App } from './context.ts'
import { sendMethodNotAllowed, sendNotFound } from './errors.ts'
import { HTTPS_IMAGES_POLICY } from './headers.ts'

/** The folder of the built admin, next to the built server or in the project; undefined before a build. */
export const builtAdmin = (): string | undefined =>
  ['../admin', '../../admin', '../../../../dist/admin']
    .map((place) => fileURLToPath(new URL(place, import.meta.url)))
    .find((folder) => existsSync(join(folder, 'index.html')) && existsSync(join(folder, 'assets')))

/** Files to serve: excludes build metadata and the compressed copies. */
const servedFiles = (folder: string): ReadonlySet<string> => {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
  return new Set(names.filter((name) => !name.startsWith('.') && !/\.(br|gz)$/.test(name)))
}

const isApiPath = (url: string): boolean => /^\/(api|auth)(\/|$|\?)/.test(url)

/** True for a browser's navigation, as opposed to a request for data. */
const isNavigation = ({ url, headers }: FastifyRequest): boolean =>
  !isApiPath(url) && (headers.accept ?? '').includes('text/html')

const cachePolicy = (file: string): string => {
  if (file.startsWith('assets/')) return 'public, max-age=31536000, immutable'
  return file === 'index.html' ? 'no-cache' : 'public, max-age=3600'
}

const wildcard = z.object({ '*': z.string() })

/**
 * Serves the built admin; paths of its screens get its page, with the policy of rule S11. Without a folder, every path is
 * answered with 404.
 */
export const adminFiles = async (
  app: App,
  httpsImages: () => Promise<boolean>,
  folder: string | undefined,
): Promise<void> => {
  app.setNotFoundHandler((_request, reply) => sendNotFound(reply))
  if (folder === undefined) return
  const files = servedFiles(folder)
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    cacheControl: false,
  })
  app.get(
    '/*',
    {
      config: { access: 'public' },
      // The build contains compressed copies.
      compress: false,
      logLevel: 'warn',
      schema: { hide: true, params: wildcard },
    },
    async (request, reply) => {
      const file = requestedFile(files, request)
      if (file === undefined) return sendNotFound(reply)
      if (file === 'index.html' && (await httpsImages()))
        reply.header('content-security-policy', HTTPS_IMAGES_POLICY)
      // A file has one copy per encoding, which caches must keep apart.
      return reply.header('cache-control', cachePolicy(file)).header('vary', 'accept-encoding').sendFile(file)
    },
  )
  app.route({
    method: ['DELETE', 'OPTIONS', 'PATCH', 'POST', 'PUT'],
    url: '/*',
    config: { access: 'public' },
    schema: { hide: true },
    // Before the body is read, whose errors don't matter.
    onRequest: async (request, reply) =>
      requestedFile(files, request) === undefined
        ? sendNotFound(reply)
        : sendMethodNotAllowed(reply, ['GET', 'HEAD']),
    handler: (_request, reply) => sendNotFound(reply),
  })
}

/** The file for a path of the admin; paths of screens get the page. */
const requestedFile = (files: ReadonlySet<string>, request: FastifyRequest): string | undefined => {
  const { '*': requested } = wildcard.parse(request.params)
  if (files.has(requested)) return requested
  return requested === '' || isNavigation(request) ? 'index.html' : undefined
}
