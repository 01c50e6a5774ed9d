const decode = (bytes: Uint8Array, label: string): string | undefined => {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/**
 * Decodes a text file: UTF-8, UTF-16 with a byte order mark, or else windows-1252, as written by older programs and
 * Excel.
 */
export const textOf = (bytes: Uint8Array): string => {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  return decode(bytes, 'utf-8') ?? new TextDecoder('windows-1252').decode(bytes)
}
