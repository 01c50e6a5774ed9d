import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto'
import type { Config } from '../../config.ts'

/** Where a text is stored: the seal is bound to it, so that a copy in another place cannot be opened. */
export interface Place {
  table: 'factors' | 'challenges' | 'webhooks'
  column: 'seed' | 'data' | 'secret' | 'old_secret'
  /** Id of the row. */
  id: string
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** `v1.<key id>.<base64url(nonce, text, tag)>`; neither seeds nor secrets look like it. */
const SEALED = /^v1\.([0-9a-f]{8})\.([\w-]*)$/

/** The id of the key that sealed a text; undefined for one in plain text. */
export const sealingKeyId = (stored: string): string | undefined => SEALED.exec(stored)?.[1]

/** Names a key without revealing it. */
const keyFingerprint = (key: Buffer): string => hash('sha256', key, 'hex').slice(0, 8)

const associatedData = ({ table, column, id }: Place): Buffer => Buffer.from(`${table}.${column}.${id}`)

/** Seals texts with AES-256-GCM and the first of its keys; opens those of all its keys, and plain ones. */
export class Sealer {
  readonly #current: string | undefined
  readonly #keys: ReadonlyMap<string, Buffer>

  constructor({ factorKeys }: Pick<Config, 'factorKeys'>) {
    this.#keys = new Map(factorKeys.map((key) => [keyFingerprint(key), key]))
    this.#current = this.#keys.keys().next().value
  }

  has(keyId: string): boolean {
    return this.#keys.has(keyId)
  }

  /** Whether one of the keys sealed a text, or none did. */
  opens(stored: string): boolean {
    const id = sealingKeyId(stored)
    return id === undefined || this.has(id)
  }

  /** False for texts that `seal` would store otherwise: unsealed ones if there is a key, and those of an old key. */
  isCurrent(stored: string): boolean {
    return this.#current === undefined || sealingKeyId(stored) === this.#current
  }

  /** Returns the text itself if there is no key. */
  seal(text: string, place: Place): string {
    const key = this.#current === undefined ? undefined : this.#keys.get(this.#current)
    if (!key) return text
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES }).setAAD(
      associatedData(place),
    )
    const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    return `v1.${this.#current}.${sealed.toString('base64url')}`
  }

  /** Throws for a text of an unknown key, of another place, or that was changed. */
  open(stored: string, place: Place): string {
    const [, id = '', content = ''] = SEALED.exec(stored) ?? []
    if (id === '') return stored
    const key = this.#keys.get(id)
    if (!key) throw new Error(`No key ${id}: it is neither FACTOR_KEY nor FACTOR_KEY_OLD`)
    const bytes = Buffer.from(content, 'base64url')
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(associatedData(place)).setAuthTag(bytes.subarray(-TAG_BYTES))
    const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
    return Buffer.concat([text, decipher.final()]).toString('utf8')
  }

  /** What to store instead, sealed with the current key; at another place, if given. */
  renew(stored: string, place: Place, next = place): string {
    return this.seal(this.open(stored, place), next)
  }
}

/** A passkey has no seed. */
export const factorSeed = (id: string): Place => ({ table: 'factors', column: 'seed', id })
export const challengeSeed = (id: string): Place => ({ table: 'challenges', column: 'data', id })
export const webhookSecret = (id: string): Place => ({ table: 'webhooks', column: 'secret', id })
export const oldWebhookSecret = (id: string): Place => ({ table: 'webhooks', column: 'old_secret', id })
