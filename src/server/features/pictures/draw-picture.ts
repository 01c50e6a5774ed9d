import { type PictureKind, pictureTitle } from '../../../domain/contents/pictures.ts'
import { drawKind, type KnownSubject, styleFor } from './motifs.ts'

/** Wraps text to lines at most `room` letters wide, between words if possible. */
export function wrapTitle(text: string, room: number, maxLines: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text
    .split(/\s+/u)
    .filter((each) => each !== '')
    .flatMap((each) => splitWord(each, room))) {
    const longer = line === '' ? word : `${line} ${word}`
    if (textWidth(longer) <= room) line = longer
    else {
      lines.push(line)
      line = word
    }
  }
  if (line !== '') lines.push(line)
  if (lines.length <= maxLines) return lines
  const last = graphemes(lines[maxLines - 1] ?? '')
  while (textWidth(last.join('')) > room - 1) last.pop()
  return [...lines.slice(0, maxLines - 1), `${last.join('')}…`]
}

/** Splits a word that is wider than a line. */
function splitWord(word: string, room: number): string[] {
  const parts: string[] = []
  let part = ''
  for (const letter of graphemes(word)) {
    if (part !== '' && textWidth(part + letter) > room) {
      parts.push(part)
      part = ''
    }
    part += letter
  }
  return [...parts, part]
}

const segmenter = new Intl.Segmenter('es', { granularity: 'grapheme' })
const graphemes = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment)

/** Width in average letters: wide scripts and pictographs count about two. */
const textWidth = (text: string): number =>
  graphemes(text).reduce((width, letter) => width + ((letter.codePointAt(0) ?? 0) >= 0x1100 ? 1.8 : 1), 0)

/** Width of an average bold letter in ems, in DejaVu Sans: the widest of the usual fonts. */
const LETTER = 0.66

/** The smallest part of its usual size that a title gets so that its longest word fits in a line. */
const SMALLEST = 0.6

interface Format {
  width: number
  height: number
  /** Of a title whose words fit. */
  fontSize: number
  /** Most lines of the title; longer titles end in an ellipsis. */
  lines: number
  align: 'start' | 'middle'
}

const FORMATS: Record<PictureKind, Format> = {
  cover: { width: 400, height: 600, fontSize: 44, lines: 6, align: 'start' },
  background: { width: 1280, height: 720, fontSize: 88, lines: 3, align: 'start' },
  logo: { width: 320, height: 180, fontSize: 32, lines: 3, align: 'middle' },
}

/** Draws the picture of a title as an SVG document; deterministic. */
export const drawPicture = (kind: PictureKind, title: string, subject: KnownSubject = {}): string => {
  const { width, height, lines, align, ...format } = FORMATS[kind]
  const name = pictureTitle(title)
  const hash = hashTitle(name)
  const { colours, accent, motif } = styleFor(subject, hash)
  const [from, to] = colours
  const area = { width, height, vary: (index: number) => mix(hash + index * 0x9e3779b9) / 0x1_0000_0000 }
  const margin = Math.round(width * 0.08)
  const room = (width - 2 * margin) / (format.fontSize * LETTER)
  const longest = Math.max(...name.split(/\s+/u).map(textWidth))
  const scale = Math.max(Math.min(room / longest, 1), SMALLEST)
  const fontSize = Math.floor(format.fontSize * scale)
  const text = wrapTitle(printable(name), room / scale, lines)
  const x = align === 'middle' ? width / 2 : margin
  const lineHeight = Math.round(fontSize * 1.15)
  const first =
    align === 'middle'
      ? Math.round((height - lineHeight * (text.length - 1)) / 2 + fontSize * 0.35)
      : height - margin - lineHeight * (text.length - 1)
  const spans = text.map(
    (line, index) => `<tspan x="${x}" y="${first + index * lineHeight}">${escapeXml(line)}</tspan>`,
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escapeXml(printable(name))}</title>`,
    `<defs><linearGradient id="g" gradientTransform="rotate(${20 + ((hash >>> 8) % 50)})">`,
    `<stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`,
    '<linearGradient id="s" x2="0" y2="1"><stop offset="0" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity="0.82"/></linearGradient></defs>',
    `<rect width="${width}" height="${height}" fill="url(#g)"/>`,
    motif(area, accent),
    drawKind(subject.kind, area),
    align === 'middle'
      ? `<rect width="${width}" height="${height}" fill="#000" fill-opacity="0.38"/>`
      : `<rect y="${Math.round(height * 0.3)}" width="${width}" height="${Math.round(height * 0.7)}" fill="url(#s)"/>`,
    `<text font-family="system-ui, 'Segoe UI', Roboto, 'Noto Sans', sans-serif" font-size="${fontSize}" font-weight="700" fill="#f4f7fb" text-anchor="${align}">${spans.join('')}</text>`,
    '</svg>',
  ].join('')
}

/** Replaces characters that XML does not permit. */
const printable = (text: string): string => text.replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '\ufffd')

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeXml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '')

/** FNV-1a over UTF-16 units: distributes similar titles over the palette. */
function hashTitle(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0
  return hash
}

/** The finaliser of MurmurHash3: spreads neighbouring numbers over all of 32 bits. */
function mix(number: number): number {
  let hash = number ^ (number >>> 16)
  hash = Math.imul(hash, 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
