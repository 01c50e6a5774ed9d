import type { Server } from 'node:http'
import Fastify, { type FastifyHttpOptions } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { ServiceNotice } from '../domain/contract/service.ts'
import { BATCH_WORKS, IMPORT_WORKS, TASK_KINDS } from './background-tasks.ts'
import { catalogueRoutes } from './collections.ts'
import type { Config } from './config.ts'
import { auditRoutes } from './features/audit/routes.ts'
import { backupRoutes } from './features/backups/routes.ts'
import { channelRoutes } from './features/channels/routes.ts'
import { wakeForPublications } from './features/contents/publication.ts'
import { contentRoutes } from './features/contents/routes.ts'
import { creditRoutes } from './features/credits/routes.ts'
import { demoRoute } from './features/demo/routes.ts'
import { firstStepsRoute } from './features/first-steps/routes.ts'
import { jobRoutes } from './features/jobs/routes.ts'
import { keyRoutes } from './features/keys/routes.ts'
import { linkRoutes } from './features/links/routes.ts'
import { lookupRoutes } from './features/lookups/routes.ts'
import { outboxRoutes, wakeForEvents } from './features/outbox/routes.ts'
import { pictureRoutes } from './features/pictures/routes.ts'
import { searchRoutes } from './features/search/routes.ts'
import { serviceNoticeRoute } from './features/service-notices/routes.ts'
import { settingsRoutes } from './features/settings/routes.ts'
import { signInRoutes } from './features/sign-in/routes.ts'
import { supportRoutes } from './features/support/routes.ts'
import { userRoutes } from './features/users/routes.ts'
import { userFinder } from './features/users/user-finder.ts'
import { collectLists, type ListShapes, viewRoutes } from './features/views/routes.ts'
import { recordForbiddenRequests } from './platform/audit/forbidden-requests.ts'
import { enforceAccess } from './platform/auth/access.ts'
import { requestLimits } from './platform/auth/request-limit.ts'
import { newId } from './platform/database/ids.ts'
import { adminFiles } from './platform/http/admin-files.ts'
import { acceptAliases } from './platform/http/aliases.ts'
import { limitSlowBodies, MAX_TIMEOUT, watchConnections } from './platform/http/connections.ts'
import type { App, Context } from './platform/http/context.ts'
import { handleClientError, handleErrors, handleFrameworkError } from './platform/http/errors.ts'
import { detectForwarding } from './platform/http/forwarding.ts'
import {
  addSecurityHeaders,
  addStateHeaders,
  cacheResponses,
  compressResponses,
  securityHeaders,
} from './platform/http/headers.ts'
import { healthRoutes } from './platform/http/health.ts'
import { refuseMediaTypes } from './platform/http/media-types.ts'
import { refuseWrongMethods } from './platform/http/methods.ts'
import { contractRoutes, describeRoutes } from './platform/http/openapi.ts'
import { serializeResponses, validateRequests } from './platform/http/operation.ts'
import { bindStatementsToRequest } from './platform/http/request-context.ts'
import { importRoutes } from './platform/imports/routes.ts'
import { createSandbox, type Sandbox } from './platform/sandbox/sandbox.ts'
import { httpsImagesReader } from './platform/settings/read-settings.ts'
import { batchRoutes } from './platform/tasks/batch-routes.ts'

export interface AppOptions {
  logger?: FastifyHttpOptions<Server>['logger']
  admin?: string | undefined
  sandbox?: Sandbox
}

/** Trusts the configured number of proxies; the framework itself takes no count. */
const proxies = (trusted: Config['trustProxy']) =>
  typeof trusted === 'number' ? (_address: string, hop: number) => hop < trusted : trusted

/** Accepts empty bodies declared as JSON, which some clients send with deletions. */
const acceptEmptyBodies = (app: App): void => {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parse(request, body, done)
  })
}

/** Collected from all routes and requests, for single features. */
interface AppObservations {
  /** The lists whose filters and columns saved views may hold. */
  lists: ListShapes
  /** Notices for sa about the requests so far. */
  notices: () => readonly ServiceNotice[]
}

/** Adds the hooks and checks of every request, which must precede the first route. */
const addHooks = async (app: App, context: Context): Promise<AppObservations> => {
  acceptEmptyBodies(app)
  context.demo?.gate.guard(app)
  limitSlowBodies(app)
  watchConnections(app)
  bindStatementsToRequest(app)
  handleErrors(app)
  addSecurityHeaders(app, securityHeaders(context.config))
  addStateHeaders(app)
  cacheResponses(app)
  await compressResponses(app)
  refuseWrongMethods(app)
  await describeRoutes(app)
  enforceAccess(app, context, await requestLimits(app, context.config))
  recordForbiddenRequests(app, context)
  refuseMediaTypes(app)
  acceptAliases(app)
  if (context.metrics) (await import('./platform/http/metrics.ts')).countRequests(app, context.metrics)
  wakeForEvents(app, context)
  wakeForPublications(app, context)
  return { lists: collectLists(app), notices: detectForwarding(app, context) }
}

type Plugin = (app: App) => void | Promise<void>

/** The routes, a plugin per feature; all share the application's hooks and compilers. */
const plugins = (
  context: Context,
  sandbox: Sandbox,
  { lists, notices }: AppObservations,
): readonly Plugin[] => [
  (app) => healthRoutes(app, context),
  async (app) => {
    if (context.metrics) (await import('./platform/http/metrics.ts')).metricsRoute(app, context)
  },
  (app) => serviceNoticeRoute(app, context, notices),
  (app) => demoRoute(app, context),
  (app) => firstStepsRoute(app, context),
  (app) => backupRoutes(app, context),
  (app) => viewRoutes(app, context, lists),
  (app) => signInRoutes(app, context),
  (app) => userRoutes(app, context, sandbox),
  (app) => settingsRoutes(app, context, sandbox),
  (app) => catalogueRoutes(app, context, sandbox),
  (app) => contentRoutes(app, context, sandbox),
  (app) => channelRoutes(app, context, sandbox),
  (app) => creditRoutes(app, context, userFinder(context)),
  (app) => auditRoutes(app, context),
  (app) => batchRoutes(app, context, BATCH_WORKS),
  (app) => importRoutes(app, context, IMPORT_WORKS),
  (app) => supportRoutes(app, context),
  (app) => lookupRoutes(app, context),
  (app) => searchRoutes(app, context),
  (app) => outboxRoutes(app, context),
  (app) => jobRoutes(app, context, TASK_KINDS),
  (app) => linkRoutes(app, context),
  (app) => keyRoutes(app, context),
  pictureRoutes,
]

/** Builds the application without listening. */
export const buildApp = async (
  context: Context,
  { logger, admin, sandbox = createSandbox() }: AppOptions = {},
): Promise<App> => {
  const headers = securityHeaders(context.config)
  const app = Fastify({
    ...(logger === undefined ? {} : { logger }),
    bodyLimit: 1_048_576,
    // Included in error responses: unique across nodes.
    genReqId: () => newId(),
    requestTimeout: MAX_TIMEOUT,
    keepAliveTimeout: 65_000,
    // Requests that arrive over open connections during a shutdown are answered normally.
    return503OnClosing: false,
    frameworkErrors: handleFrameworkError,
    clientErrorHandler: (error, socket) => handleClientError(error, socket, headers),
    trustProxy: proxies(context.config.trustProxy),
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validateRequests)
  app.setSerializerCompiler(serializeResponses)
  const observations = await addHooks(app, context)
  for (const plugin of plugins(context, sandbox, observations)) await plugin(app)
  if (context.demo) {
    ;(await import('./demo/receiver.ts')).receiverRoute(app)
    await (await import('./demo/media/routes.ts')).mediaRoutes(app)
  }
  await contractRoutes(app)
  await adminFiles(app, httpsImagesReader(context.db), admin)
  app.addHook('onClose', () => sandbox.close())
  return app
}
