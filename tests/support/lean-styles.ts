/**
 * Performance only: jsdom recomputes all styles for each accessible name. Together with quick-labels.ts, saves a third
 * of the time.
 */

const TELLING = /[{;]\s*(?:display|visibility|opacity|pointer-events)\s*:/
const OTHERS = /([{;])\s*(?!display|visibility|opacity|pointer-events)[-\w]+\s*:[^;{}]*(?=[;}])/g

/** Removes all declarations but those that affect visibility. */
const leanStyles = (rules: string): string =>
  TELLING.test(rules) ? rules.replace(/url\([^)]*\)/g, 'none').replace(OTHERS, '$1') : ''

function appendStyles<Child extends Node>(this: HTMLStyleElement, child: Child): Child {
  const rules = leanStyles(child.textContent ?? '')
  if (rules !== '') this.append(rules)
  return child
}

/** Emotion queries for a server-rendered copy of each global style, one per field; there never is one. */
const RENDERED = 'style[data-emotion="'

/** Call it once per window. */
export function slimStyles(): void {
  Object.defineProperty(HTMLStyleElement.prototype, 'appendChild', {
    configurable: true,
    value: appendStyles,
  })
  const querySelector = Document.prototype.querySelector.bind(document)
  Object.defineProperty(document, 'querySelector', {
    configurable: true,
    value: (selectors: string) => (selectors.startsWith(RENDERED) ? null : querySelector(selectors)),
  })
}
