import { isIP } from 'node:net'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { FACTOR_MESSAGES } from '../../../domain/sign-in/factor.ts'
import type {
  Assertion,
  Attestation,
  CreationOptions,
  RequestOptions,
} from '../../../domain/sign-in/factor-endpoints.ts'
import type { Config } from '../../config.ts'
import type { FactorRow } from '../../platform/database/schema/factors.ts'
import { Conflict } from '../../platform/http/errors.ts'

/** Loaded on first use: with its parsers of certificates it takes some megabytes. */
const load = () => import('@simplewebauthn/server')

/** The site that passkeys belong to. */
interface Site {
  /** WebAuthn's relying party id. */
  id: string
  origin: string
}

/** Undefined without PUBLIC_URL, or where browsers offer no passkeys: at an IP address, or without https (rule P11). */
export const passkeySite = ({ publicUrl }: Pick<Config, 'publicUrl'>): Site | undefined => {
  if (publicUrl === undefined) return undefined
  const { hostname, origin, protocol } = new URL(publicUrl)
  const isSecure = protocol === 'https:' || hostname === 'localhost'
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  return isSecure && !isAddress ? { id: hostname, origin } : undefined
}

/** Throws the Conflict that says why passkeys are not available. */
export const requireSite = (config: Pick<Config, 'publicUrl'>): Site => {
  const site = passkeySite(config)
  if (!site) throw new Conflict(FACTOR_MESSAGES.noSite)
  return site
}

type Passkey = Pick<FactorRow, 'credentialId' | 'transports'>

const descriptors = (passkeys: readonly Passkey[]) =>
  passkeys.flatMap(({ credentialId, transports }) =>
    credentialId === null
      ? []
      : [{ id: credentialId, type: 'public-key' as const, ...(transports ? { transports } : {}) }],
  )

/** Milliseconds that the browser waits for the user. */
const timeout = 120_000

export const creationOptions = async (
  site: Site,
  user: { id: string; name: string; fullName: string },
  existing: readonly Passkey[],
): Promise<CreationOptions> => {
  const { generateRegistrationOptions } = await load()
  const {
    extensions: _,
    hints: __,
    ...options
  } = await generateRegistrationOptions({
    rpName: 'Cartelera',
    rpID: site.id,
    userID: new TextEncoder().encode(user.id),
    userName: user.name,
    userDisplayName: user.fullName,
    timeout,
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  return { ...options, attestation: 'none', excludeCredentials: descriptors(existing) }
}

export const requestOptions = async (site: Site, passkeys: readonly Passkey[]): Promise<RequestOptions> => {
  const { generateAuthenticationOptions } = await load()
  const { challenge } = await generateAuthenticationOptions({ rpID: site.id })
  const allowCredentials = descriptors(passkeys)
  return { challenge, rpId: site.id, timeout, userVerification: 'preferred', allowCredentials }
}

/** Undefined if the library refuses the credential, for which it throws errors of many kinds. */
const unlessRefused = async <T>(verification: Promise<T>): Promise<T | undefined> =>
  verification.catch(() => undefined)

/**
 * Formats of attestations that are read: none, as asked for, and a self-attestation, which browsers leave in place. For
 * others the library follows addresses in the certificates that the client sends.
 */
const FORMATS: readonly string[] = ['none', 'packed']

const attestationFormat = async (attestationObject: string): Promise<string> => {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers')
  return decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get('fmt')
}

type NewPasskey = Pick<FactorRow, 'credentialId' | 'publicKey' | 'counter' | 'transports'>

/** The columns of a passkey just created; undefined if it does not answer the challenge at this site. */
export const verifyAttestation = async (
  site: Site,
  challenge: string,
  { response, ...credential }: Attestation,
): Promise<NewPasskey | undefined> => {
  const format = await unlessRefused(attestationFormat(response.attestationObject))
  if (format === undefined || !FORMATS.includes(format)) return undefined
  const { verifyRegistrationResponse } = await load()
  const { transports = [], ...signed } = response
  const sent: RegistrationResponseJSON = { ...credential, response: signed, clientExtensionResults: {} }
  const verification = await unlessRefused(
    verifyRegistrationResponse({
      response: sent,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      // The password was the first factor, so possession suffices.
      requireUserVerification: false,
    }),
  )
  if (!verification?.verified) return undefined
  const { id, publicKey, counter } = verification.registrationInfo.credential
  return { credentialId: id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports }
}

/** The passkey's new counter; undefined if the assertion does not answer the challenge, or its counter went back. */
export const verifyAssertion = async (
  site: Site,
  challenge: string,
  { credentialId, publicKey, counter }: FactorRow,
  { response, ...credential }: Assertion,
): Promise<number | undefined> => {
  if (credentialId === null || publicKey === null) return undefined
  const { verifyAuthenticationResponse } = await load()
  const { userHandle, ...signed } = response
  const sent: AuthenticationResponseJSON = {
    ...credential,
    response: { ...signed, ...(typeof userHandle === 'string' ? { userHandle } : {}) },
    clientExtensionResults: {},
  }
  const verification = await unlessRefused(
    verifyAuthenticationResponse({
      response: sent,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      credential: {
        id: credentialId,
        publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
        counter: counter ?? 0,
      },
      requireUserVerification: false,
    }),
  )
  return verification?.verified ? verification.authenticationInfo.newCounter : undefined
}
