import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { ReadableStream } from 'node:stream/web'
import type { BackupKey, Config } from '../../config.ts'
import { BackupError, fileError } from './backup-error.ts'
import { writeAtomically } from './write-file.ts'

/** What opens encrypted files: the passphrase of `backupKey`, or the identity. */
export type OpeningKeys = Partial<Pick<Config, 'backupKey' | 'backupIdentity'>>

const MAGIC = 'age-encryption.org/v1\n'
/** The beginning of files that a passphrase opens; a recipient's identity opens all others. */
const PASSPHRASE_MAGIC = `${MAGIC}-> scrypt `
/** What the package says if no key fits. */
const NO_MATCH = "no identity matched any of the file's recipients"

/** Encrypts in the format of age, a chunk at a time; without a key the chunks stay as they are. */
export async function* encrypt(
  chunks: AsyncIterable<Uint8Array>,
  key: BackupKey | undefined,
): AsyncGenerator<Uint8Array> {
  if (!key) return yield* chunks
  // Imported on demand: few processes need it.
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  if ('recipient' in key) encrypter.addRecipient(key.recipient)
  else encrypter.setPassphrase(key.passphrase)
  yield* await encrypter.encrypt(ReadableStream.from(chunks))
}

/** Encrypts a file into a new one, and returns size and checksum of the new one. */
export const encryptFile = async (
  from: string,
  to: string,
  key: BackupKey,
): Promise<{ bytes: number; sha256: string }> => {
  const source = await open(from).catch((error) => Promise.reject(fileError(error, from)))
  const hash = createHash('sha256')
  let bytes = 0
  async function* measure(chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of encrypt(chunks, key)) {
      bytes += chunk.length
      hash.update(chunk)
      yield chunk
    }
  }
  try {
    await writeAtomically(to, (file) => pipeline(source.createReadStream(), measure, file))
  } finally {
    await source.close()
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** The content of a file, decrypted if it is encrypted; throws a BackupError if no key opens it, or it was changed. */
export async function* readDecrypted(path: string, keys: OpeningKeys): AsyncGenerator<Uint8Array> {
  const source = await open(path)
  const file = source.createReadStream({ start: 0, autoClose: false })
  try {
    const { buffer, bytesRead } = await source.read(Buffer.alloc(PASSPHRASE_MAGIC.length), { position: 0 })
    const start = buffer.toString('latin1', 0, bytesRead)
    yield* start.startsWith(MAGIC) ? decrypt(file, { path, start, keys }) : file
  } finally {
    file.destroy()
    await source.close()
  }
}

export async function* decrypt(
  chunks: AsyncIterable<Uint8Array>,
  { path, start, keys }: { path: string; start: string; keys: OpeningKeys },
): AsyncGenerator<Uint8Array> {
  const isOfPassphrase = start === PASSPHRASE_MAGIC
  const variable = isOfPassphrase ? 'BACKUP_PASSPHRASE' : 'BACKUP_IDENTITY'
  const { backupKey, backupIdentity } = keys
  const passphrase = backupKey && 'passphrase' in backupKey ? backupKey.passphrase : undefined
  const key = isOfPassphrase ? passphrase : backupIdentity
  if (key === undefined)
    throw new BackupError(`La copia ${path} está cifrada: indique su clave con ${variable}.`)
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  if (isOfPassphrase) decrypter.addPassphrase(key)
  else decrypter.addIdentity(key)
  try {
    yield* await decrypter.decrypt(ReadableStream.from(chunks))
  } catch (error) {
    if (!(error instanceof Error) || 'syscall' in error) throw error
    throw new BackupError(
      error.message === NO_MATCH
        ? `La copia ${path} está cifrada con otra clave que la de ${variable}.`
        : `La copia ${path} está incompleta o dañada: el archivo se cortó o su contenido cambió.`,
    )
  }
}
