import type { Page } from '@playwright/test'

/** English words of react-admin and MUI that no screen may show; none of them is also Spanish. */
const ENGLISH = `
  add all and apply are ascending back by cancel choose clear close collapse confirm create current dashboard date
  day days delete descending dismiss edit empty expand export filter filters first found from go hide home is item
  items last list loading login logout menu month more new next not of open optional page pages password please
  previous profile refresh remove required reset rows save saved search select selected settings show sign skip sort
  sorted submit switch the theme this time to today toggle undo unsaved update updated use user username users value
  view week with year yes you your`

const english = new RegExp(
  `(?<![\\p{L}\\p{N}./:-])(${ENGLISH.trim().split(/\s+/).join('|')})(?![\\p{L}\\p{N}/])`,
  'iu',
)
const key = /\b(ra|resources)\.[a-z_]+\.?\w*/

/**
 * All visible and accessible texts of the page. `rows` (tables, names and titles) may contain English film titles, so
 * only translation keys are searched in them.
 */
const said = (page: Page) =>
  page.evaluate(() => {
    const attributes = [
      'aria-label',
      'aria-description',
      'aria-valuetext',
      'aria-roledescription',
      'title',
      'placeholder',
      'alt',
    ]
    const inRows = (element: Element) => element.closest('tbody, svg, [translate="no"]') !== null
    const words: string[] = [document.title]
    const rows: string[] = []
    for (const element of document.body.querySelectorAll('*')) {
      if (!element.checkVisibility() || element.matches('script, style, textarea')) continue
      const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
      const texts = [
        ...own.map((node) => node.textContent),
        ...attributes.map((name) => element.getAttribute(name)),
      ]
      for (const text of texts) if (text?.trim()) (inRows(element) ? rows : words).push(text.trim())
    }
    return { words, rows }
  })

/** Texts of the page that are not Spanish: with an English word or an untranslated key. */
export async function foreignTexts(page: Page): Promise<string[]> {
  const { words, rows } = await said(page)
  return [
    ...words.filter((text) => english.test(text) || key.test(text)),
    ...rows.filter((text) => key.test(text)),
  ]
}
