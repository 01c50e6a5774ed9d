import { expect, type Page } from '@playwright/test'

interface NoticedWindow {
  notices: string[]
}

/** Runs in the page: records each temporary message. */
const note = (): void => {
  const notices: string[] = []
  const texts = new WeakMap<Element, string>()
  const look = (): void => {
    for (const bar of document.querySelectorAll('.MuiSnackbar-root')) {
      const text = bar.textContent ?? ''
      if (text !== '' && texts.get(bar) !== text) notices.push(text)
      texts.set(bar, text)
    }
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
  Object.assign(window, { notices })
}

/** Records the messages of a context's pages, for `expectNotice`. */
export const noteNotices = (context: { addInitScript: (script: () => void) => Promise<unknown> }) =>
  context.addInitScript(note)

/**
 * Awaits a temporary message since the last awaited one: it only stays for a second and a half, which a busy machine
 * may miss.
 */
export const expectNotice = (page: Page, text: string | RegExp): Promise<void> =>
  expect
    .poll(
      () =>
        page.evaluate((wanted) => {
          const { notices } = window as unknown as NoticedWindow
          const at = notices.findIndex((each) =>
            typeof wanted === 'string' ? each.includes(wanted) : wanted.test(each),
          )
          if (at >= 0) notices.splice(0, at + 1)
          return at >= 0
        }, text),
      String(text),
    )
    .toBe(true)
