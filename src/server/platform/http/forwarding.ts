import type { FastifyRequest } from 'fastify'
import type { ServiceNotice } from '../../../domain/contract/service.ts'
import type { App, Context } from './context.ts'

const HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'x-forwarded-proto'] as const

const UNTRUSTED_PROXY =
  'Llegaron solicitudes con encabezados de un proxy, y TRUST_PROXY está desactivado. Si hay un proxy delante de este ' +
  'servidor, active TRUST_PROXY: mientras tanto todos los usuarios comparten una misma dirección, y los límites de ' +
  'intentos de inicio de sesión de uno alcanzan a los demás. Si no hay ningún proxy, alguien envió esos encabezados ' +
  'por su cuenta y puede ignorar este aviso.'

const isForwarded = ({ headers }: FastifyRequest): boolean =>
  HEADERS.some((name) => headers[name] !== undefined)

/**
 * Detects headers of a proxy that the server is not configured to trust: logs one warning, and returns what to show to
 * sa. Has no other effect, since any client can send such headers.
 */
export const detectForwarding = (app: App, { config }: Context): (() => ServiceNotice[]) => {
  let isNoticed = false
  if (config.trustProxy === false)
    app.addHook('onRequest', (request, _reply, done) => {
      if (!isNoticed && isForwarded(request)) {
        isNoticed = true
        request.log.warn(
          'requests carry the headers of a proxy, and TRUST_PROXY is off: behind a proxy all users share one address and its limits',
        )
      }
      done()
    })
  return () => (isNoticed ? [{ code: 'untrusted-proxy', message: UNTRUSTED_PROXY }] : [])
}
