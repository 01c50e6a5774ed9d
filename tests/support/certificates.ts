import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** A value in DER: a tag with its content. */
export const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts)
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'))
const text = (tag: number, value: string): Buffer => der(tag, Buffer.from(value))
const ECDSA_WITH_SHA256 = sequence(oid('2a8648ce3d040302'))

/** A distinguished name with only a common name. */
const nameOf = (common: string): Buffer => sequence(der(0x31, sequence(oid('550403'), text(0x0c, common))))

const extension = (id: string, value: Buffer): Buffer => sequence(oid(id), der(0x04, value))

/** The certificate extension with the URL of a revocation list. */
const revocationList = (url: string): Buffer =>
  extension('551d1f', sequence(sequence(der(0xa0, der(0xa0, text(0x86, url))))))

/** The key attestation extension of Android, for a challenge. */
const androidKey = (challenge: Buffer): Buffer => {
  const [version, level] = [der(0x02, Buffer.from([3])), der(0x0a, Buffer.from([0]))]
  const described = [version, level, version, level, der(0x04, challenge), der(0x04), sequence(), sequence()]
  return extension('2b06010401d679020111', sequence(...described))
}

const certificateOf = (
  subject: string,
  key: KeyObject,
  signer: KeyObject,
  extensions: Buffer[] = [],
): Buffer => {
  const [issuer, serial] = [nameOf('Raíz'), Buffer.concat([Buffer.from([1]), randomBytes(8)])]
  const signed = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    ECDSA_WITH_SHA256,
    issuer,
    sequence(text(0x17, '200101000000Z'), text(0x17, '491231235959Z')),
    nameOf(subject),
    key.export({ type: 'spki', format: 'der' }),
    ...(extensions.length > 0 ? [der(0xa3, sequence(...extensions))] : []),
  )
  return sequence(signed, ECDSA_WITH_SHA256, der(0x03, Buffer.from([0]), sign('sha256', signed, signer)))
}

/** The certificate chain of an Android key attestation for a challenge, with its own root and a revocation list. */
export const androidKeyChain = (key: KeyObject, challenge: Buffer, listUrl: string): Buffer[] => {
  const root = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return [
    certificateOf('Llave', key, root.privateKey, [androidKey(challenge), revocationList(listUrl)]),
    certificateOf('Raíz', root.publicKey, root.privateKey),
  ]
}
