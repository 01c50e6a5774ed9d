/**
 * The URL of a text, which may be relative to a base; undefined if it is none. In Node 20 and 22, `URL.canParse` rejects
 * texts with accents once the engine has optimised its calls.
 */
export const parseUrl = (text: string, base?: URL): URL | undefined => {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
