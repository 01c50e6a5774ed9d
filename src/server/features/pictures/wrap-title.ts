/** Lines of at most `room` letters' width, broken between words where that is possible. */
export function wrapTitle(text: string, room: number, maxLines: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text
    .split(/\s+/u)
    .filter((each) => each !== '')
    .flatMap((each) => pieces(each, room))) {
    const longer = line === '' ? word : `${line} ${word}`
    if (widthOf(longer) <= room) line = longer
    else {
      lines.push(line)
      line = word
    }
  }
  if (line !== '') lines.push(line)
  if (lines.length <= maxLines) return lines
  const last = graphemes(lines[maxLines - 1] ?? '')
  while (widthOf(last.join('')) > room - 1) last.pop()
  return [...lines.slice(0, maxLines - 1), `${last.join('')}…`]
}

/** A word that is wider than a line, in parts that are not. */
function pieces(word: string, room: number): string[] {
  const parts: string[] = []
  let part = ''
  for (const letter of graphemes(word)) {
    if (part !== '' && widthOf(part + letter) > room) {
      parts.push(part)
      part = ''
    }
    part += letter
  }
  return [...parts, part]
}

const segmenter = new Intl.Segmenter('es', { granularity: 'grapheme' })
const graphemes = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment)

/** Width in letters: wide scripts and pictographs take about two. */
const widthOf = (text: string): number =>
  graphemes(text).reduce((width, letter) => width + ((letter.codePointAt(0) ?? 0) >= 0x1100 ? 1.8 : 1), 0)
