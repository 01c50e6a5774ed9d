import type { ReadRange } from '../../../platform/sandbox/messages.ts'
import { type ManifestVersion, readManifest } from './binary-manifest.ts'
import { readZipEntry } from './zip-entry.ts'

/** Maximum size of a manifest in bytes; those of the largest applications have some hundred thousand. */
const MAX_MANIFEST = 4 * 1_048_576

/**
 * Reads the version of an application file of `size` bytes; undefined if it is none. Not `adbkit-apkreader`, which
 * needs the file on disk or whole in memory, and inflates the manifest without a limit.
 */
export const readApk = async (
  { size }: { size: number },
  range: ReadRange,
): Promise<ManifestVersion | undefined> => {
  const read = async (from: number, length: number) => Buffer.from(await range(from, length))
  const manifest = await readZipEntry({ size, read }, 'AndroidManifest.xml', MAX_MANIFEST).catch(ignoreDamage)
  return manifest === undefined ? undefined : readManifest(manifest)
}

/** Treats an archive with invalid offsets as not being one. */
const ignoreDamage = (error: unknown): undefined => {
  const isDamage =
    error instanceof RangeError ||
    (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
  if (!isDamage) throw error
}
