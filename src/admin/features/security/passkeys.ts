import type { CreationOptions, RequestOptions } from '../../../domain/sign-in/factor-endpoints.ts'
import { ApiError } from '../../api/http.ts'

/** Loaded on use: most sign-ins need no passkey. */
const load = () => import('@simplewebauthn/browser')

/** False in old browsers, and on pages served without https. */
export const hasPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function'

const NOT_USED = 'No se completó la llave de acceso. Intente de nuevo.'
const REGISTERED = 'Este dispositivo ya tiene una llave de acceso para su usuario.'

/** The message of a failed request, or of a passkey that the browser or its user refused. */
export const failureText = (error: unknown): string => {
  if (error instanceof ApiError) {
    const [field] = Object.values(error.body.errors ?? {})
    return typeof field === 'string' ? field : error.message
  }
  return error instanceof Error && error.name === 'InvalidStateError' ? REGISTERED : NOT_USED
}

export const createPasskey = async (options: CreationOptions) =>
  (await load()).startRegistration({ optionsJSON: options })

export const requestAssertion = async (options: RequestOptions) =>
  (await load()).startAuthentication({ optionsJSON: options })
