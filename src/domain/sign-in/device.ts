type Pattern = readonly [pattern: RegExp, name: string]

/** The first that fits: the others also claim to be Chrome or Safari. */
const BROWSERS: readonly Pattern[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const SYSTEMS: readonly Pattern[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

const MAX_LENGTH = 60

const matchName = (patterns: readonly Pattern[], agent: string): string | undefined =>
  patterns.find(([pattern]) => pattern.test(agent))?.[1]

/** What a `User-Agent` says of browser and system, for display only; otherwise its beginning. */
export const deviceLabel = (agent: string): string => {
  const known = [matchName(BROWSERS, agent), matchName(SYSTEMS, agent)].filter((name) => name !== undefined)
  return known.length > 0 ? known.join(' en ') : agent.slice(0, MAX_LENGTH)
}
