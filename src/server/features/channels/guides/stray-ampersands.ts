/** An ampersand that begins no entity: the parser would read on to the next semicolon, through whatever stands there. */
const STRAY = /&(?!#?\w{1,32};)/g
/** The beginning of an entity, cut by the end of a part. */
const CUT = /&#?\w{0,32}$/

/** The same text with every ampersand that stands for itself written as XML wants it, as in R&B. */
export async function* withoutStrayAmpersands(source: AsyncIterable<string>): AsyncGenerator<string> {
  let kept = ''
  for await (const part of source) {
    const text = kept + part
    kept = CUT.exec(text.slice(-40))?.[0] ?? ''
    yield text.slice(0, text.length - kept.length).replace(STRAY, '&amp;')
  }
  yield kept.replace(STRAY, '&amp;')
}
