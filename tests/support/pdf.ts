import { inflateSync } from 'node:zlib'

export interface PrintedPage {
  /** In millimetres. */
  width: number
  height: number
  text: string
}

interface PdfObject {
  dictionary: string
  stream: string
}

const MM_PER_POINT = 25.4 / 72

const objectsIn = (pdf: Buffer): Map<string, PdfObject> => {
  const source = pdf.toString('latin1')
  const objects = new Map<string, PdfObject>()
  for (const match of source.matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj/gm)) {
    const [, number = '', body = ''] = match
    const start = body.indexOf('stream\n')
    const dictionary = start < 0 ? body : body.slice(0, start)
    const bytes = start < 0 ? '' : body.slice(start + 7, body.lastIndexOf('\nendstream'))
    const packed = Buffer.from(bytes, 'latin1')
    const stream = /FlateDecode/.test(dictionary) ? inflateSync(packed).toString('latin1') : bytes
    objects.set(number, { dictionary, stream })
  }
  return objects
}

const utf16 = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le')

/** Characters by glyph code (four hexadecimal digits). */
const lettersOf = (cmap: string): Map<string, string> => {
  const letters = new Map<string, string>()
  for (const [, block = ''] of cmap.matchAll(/beginbfchar\n([\s\S]*?)endbfchar/g))
    for (const [, code = '', letter = ''] of block.matchAll(/<(\w+)> <(\w+)>/g))
      letters.set(code, utf16(letter))
  for (const [, block = ''] of cmap.matchAll(/beginbfrange\n([\s\S]*?)endbfrange/g))
    for (const [, from = '', to = '', first = ''] of block.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g))
      for (let code = Number.parseInt(from, 16); code <= Number.parseInt(to, 16); code++) {
        const letter = Number.parseInt(first, 16) + code - Number.parseInt(from, 16)
        letters.set(hexOf(code), String.fromCharCode(letter))
      }
  return letters
}

const hexOf = (code: number): string => code.toString(16).toUpperCase().padStart(4, '0')

const textOf = (content: string, fonts: ReadonlyMap<string, Map<string, string>>): string => {
  let letters = new Map<string, string>()
  let text = ''
  for (const [, font, hex, end] of content.matchAll(/\/(F\d+) [\d.]+ Tf|<([\dA-F]+)>|\b(ET)\b/g)) {
    if (font !== undefined) letters = fonts.get(font) ?? letters
    if (hex !== undefined) for (const code of hex.match(/.{4}/g) ?? []) text += letters.get(code) ?? ''
    if (end !== undefined) text += '\n'
  }
  return text
}

/** Reads the pages of a PDF made by Chromium: size, and text with a line per text run. */
export function readPdf(pdf: Buffer): PrintedPage[] {
  const objects = objectsIn(pdf)
  const referred = (text: string, name: string): PdfObject | undefined =>
    objects.get(new RegExp(`/${name} (\\d+) 0 R`).exec(text)?.[1] ?? '')
  return [...objects.values()]
    .map(({ dictionary }) => dictionary)
    .filter((dictionary) => /\/Type \/Page\b(?!s)/.test(dictionary))
    .map((page) => {
      const [width = 0, height = 0] =
        /MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(page)?.slice(1).map(Number) ?? []
      const names = [...page.matchAll(/\/(F\d+) \d+ 0 R/g)].map(([, name = '']) => name)
      const fonts = new Map(
        names.map((name) => {
          const font = referred(page, name)?.dictionary ?? ''
          return [name, lettersOf(referred(font, 'ToUnicode')?.stream ?? '')]
        }),
      )
      const text = textOf(referred(page, 'Contents')?.stream ?? '', fonts)
      return { width: width * MM_PER_POINT, height: height * MM_PER_POINT, text }
    })
}
