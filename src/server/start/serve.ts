import { buildApp } from '../app.ts'
import { TASK_KINDS } from '../background-tasks.ts'
import { COLLECTIONS } from '../collections.ts'
import type { Config } from '../config.ts'
import { DEMO_LOGINS, DEMO_PASSWORD } from '../features/sign-in/demo-logins.ts'
import { createNetworkWorkers } from '../network-workers.ts'
import type { Database, Db } from '../platform/database/open.ts'
import { builtAdmin } from '../platform/http/admin-files.ts'
import type { App, Context } from '../platform/http/context.ts'
import { loggerOptions } from '../platform/http/logging.ts'
import { requireKeys } from '../platform/sealing/stored-keys.ts'
import { Worker } from '../platform/tasks/worker.ts'
import { shellCommand } from '../shell-command.ts'
import { createDemo, resetByHours } from './demo.ts'
import { prepareDatabase, type StartArguments } from './prepare.ts'
import { type Running, stopWorkers } from './stop.ts'

/** Functions that benchmarks and the dev server replace. */
export interface ServeOverrides {
  networkWorkers?: typeof createNetworkWorkers
  /** Makes the application reachable; returns the URL to print, if any. */
  listen?: (app: App) => Promise<string | undefined>
}

const listenAt =
  ({ port, host }: Config) =>
  (app: App): Promise<string> =>
    app.listen({ port, host })

/** Prepares the database and listens. */
export const serve = async (
  running: Running,
  database: Database,
  base: Omit<Context, 'collections'>,
  args: StartArguments,
  { networkWorkers = createNetworkWorkers, listen = listenAt(base.config) }: ServeOverrides = {},
): Promise<void> => {
  const context = { ...base, collections: COLLECTIONS }
  const { config } = context
  const { generatedPassword, isRecounted } = await prepareDatabase(database, context, args)
  await requireKeys(database.db, config)
  if (generatedPassword !== undefined) printFirstPassword(config.saName, generatedPassword)
  if (isRecounted) printRecount(config.timeZone)
  if (database.kind === 'embedded' && !args.demo) warnOfEmbedded()
  if (config.factorKeys.length === 0 && !args.demo) warnOfPlainSecrets()
  const wakeWorker = () => running.worker?.wake()
  const wakeNetworkWorkers = () => {
    for (const worker of running.networkWorkers ?? []) worker.wake()
  }
  let url: string | undefined
  const workers = {
    async start() {
      if (!running.app || running.isStopping) return
      const demoReceiver = args.demo && url !== undefined ? await followAddress(database.db, url) : undefined
      const options = { isAlone: database.kind === 'embedded', log: running.app.log, database }
      running.worker = new Worker(
        { ...context, wakeNetworkWorkers },
        { ...options, kinds: TASK_KINDS, unlessBusy: database.unlessBusy },
      )
      running.networkWorkers = await networkWorkers({ ...context, demoReceiver }, options)
      if (!running.isStopping) for (const work of [running.worker, ...running.networkWorkers]) work.start()
    },
    stop: () => stopWorkers(running),
  }
  const demo = args.demo ? createDemo(database, context, () => app.log, workers) : undefined
  const app = await buildApp(
    { ...context, demo, wakeWorker, wakeNetworkWorkers },
    { logger: loggerOptions(config.logLevel), admin: builtAdmin() },
  )
  running.app = app
  url = await listen(app)
  await workers.start()
  if (demo && config.demoResetHours !== undefined)
    resetByHours(demo, context, app.log, () => running.app === app && !running.isStopping)
  if (url !== undefined) printUrl(url, args)
}

/** Points the demo's own URLs to the address that is served; returns that of its receiver. */
const followAddress = async (db: Db, origin: string): Promise<string> => {
  await (await import('../demo/media/addresses.ts')).moveClips(db, origin)
  return (await import('../demo/receiver.ts')).moveReceiver(db, origin)
}

const say = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

/** Prints the URL and, for a demo, the accounts. */
const printUrl = (url: string, { demo }: StartArguments): void => {
  say(`Cartelera escucha en ${url}`)
  if (!demo) return
  say(`Datos de demostración. La contraseña de cada usuario es: ${DEMO_PASSWORD}`)
  for (const { name } of DEMO_LOGINS) say(`  ${name} / ${DEMO_PASSWORD}`)
}

/** Prints the generated password of the first sa user, which is not stored in plain text. */
const printFirstPassword = (name: string, password: string): void => {
  say(`Primer inicio: se creó el usuario ${name} con la contraseña ${password}`)
  say('Esta contraseña no se mostrará de nuevo: guárdela y cámbiela al entrar.')
}

const printRecount = (timeZone: string): void => {
  say(
    `Las visitas, los reportes, las ventas y las licencias se contaron de nuevo por los días de la zona horaria ${timeZone}.`,
  )
}

const warnOfPlainSecrets = (): void => {
  process.stderr.write(
    'Aviso: sin FACTOR_KEY, los segundos factores y los secretos de los webhooks se guardan sin cifrar.\n',
  )
}

const warnOfEmbedded = (): void => {
  process.stderr.write(
    'Aviso: la base de datos embebida vive en el disco de este único servidor: haga copias de seguridad ' +
      `(${shellCommand('backup')}). En producción se recomienda PostgreSQL, con la variable DATABASE_URL.\n`,
  )
}
