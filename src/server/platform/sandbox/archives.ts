const ARCHIVES: readonly (readonly [name: string, bytes: readonly number[]])[] = [
  ['ZIP', [0x50, 0x4b, 0x03, 0x04]],
  ['xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a]],
  ['7-Zip', [0x37, 0x7a, 0xbc, 0xaf]],
  ['RAR', [0x52, 0x61, 0x72, 0x21]],
  ['bzip2', [0x42, 0x5a, 0x68]],
  ['Zstandard', [0x28, 0xb5, 0x2f, 0xfd]],
]

/** The format of a compressed file that is not read, by its first bytes. */
export const archiveFormat = (bytes: Uint8Array): string | undefined =>
  ARCHIVES.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte))?.[0]
