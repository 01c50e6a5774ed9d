import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest()
const base64url = (data: Uint8Array | string): string => Buffer.from(data).toString('base64url')

interface Site {
  id: string
  origin: string
}

interface Ask {
  challenge: string
}

type Statement = Map<string, number | Uint8Array | Uint8Array[]>
type Attest = (signed: { clientDataHash: Buffer; signature: Buffer }) => {
  format: string
  statement: Statement
}

const NO_ATTESTATION = { format: 'none', statement: new Map() satisfies Statement }

const clientData = (type: string, { challenge }: Ask, { origin }: Site): string =>
  base64url(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

/** COSE key of a point of P-256, for ES256. */
const coseKey = (key: KeyObject): Uint8Array => {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const parts: [number, number | Uint8Array][] = [
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
    [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
  ]
  return isoCBOR.encode(new Map(parts))
}

/** A security key in software, with one passkey; its responses are like those sent by a browser. */
export const createAuthenticator = (site: Site) => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const rawId = randomBytes(32)
  const id = base64url(rawId)
  let counter = 0
  const present = 0x01
  const dataOf = ({ id: rpId }: Site, flags: number, count: number): Buffer => {
    const tail = Buffer.alloc(5)
    tail.writeUInt8(flags, 0)
    tail.writeUInt32BE(count, 1)
    return Buffer.concat([sha256(rpId), tail])
  }
  return {
    id,
    /** Sets the signature counter, as to simulate a cloned key. */
    setCounter(to: number): void {
      counter = to
    },
    publicKey,
    /** The result of `navigator.credentials.create`; `attest` makes the attestation statement from the data to sign. */
    create(options: Ask, at: Site = site, attest?: Attest) {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(rawId.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, rawId, coseKey(publicKey)])
      const authData = Buffer.concat([dataOf(at, present | 0x40, counter), attested])
      const clientDataJSON = clientData('webauthn.create', options, at)
      const clientDataHash = sha256(Buffer.from(clientDataJSON, 'base64url'))
      const signature = sign('sha256', Buffer.concat([authData, clientDataHash]), privateKey)
      const { format, statement } = attest?.({ clientDataHash, signature }) ?? NO_ATTESTATION
      const parts: [string, string | Statement | Uint8Array][] = [
        ['fmt', format],
        ['attStmt', statement],
        ['authData', new Uint8Array(authData)],
      ]
      const attestation = isoCBOR.encode(new Map(parts))
      const response = {
        clientDataJSON,
        attestationObject: base64url(attestation),
        transports: ['usb'],
      }
      return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} }
    },
    /** The result of `navigator.credentials.get`; increments the counter. */
    get(options: Ask, at: Site = site) {
      counter++
      const data = dataOf(at, present, counter)
      const clientDataJSON = clientData('webauthn.get', options, at)
      const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))])
      const response = {
        clientDataJSON,
        authenticatorData: base64url(data),
        signature: base64url(sign('sha256', signed, privateKey)),
      }
      return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} }
    },
  }
}
