/** Character encodings of text files, as people know them. */
export const ENCODINGS = {
  'utf-8': 'Unicode (UTF-8)',
  'utf-16le': 'Unicode (UTF-16)',
  'utf-16be': 'Unicode (UTF-16 BE)',
  'windows-1252': 'Windows (1252)',
  macintosh: 'Mac (Roman)',
  ibm850: 'MS-DOS (850)',
} as const
export type Encoding = keyof typeof ENCODINGS
export const ENCODING_NAMES = Object.keys(ENCODINGS) as [Encoding, ...Encoding[]]

/** Stands for bytes that are invalid in a file's encoding. */
export const REPLACEMENT_CHARACTER = '\ufffd'
