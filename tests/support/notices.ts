import { expect, type Page } from '@playwright/test'

interface NoticedWindow {
  notices: string[]
}

/** Runs in the page: notes each message that goes by itself. */
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

/** Notes the messages of a context's pages, for `expectNotice`. */
export const noteNotices = (context: { addInitScript: (script: () => void) => Promise<unknown> }) =>
  context.addInitScript(note)

/**
 * Awaits a message that goes by itself, since the last one that was awaited: it stays for a second and a half, and a busy
 * machine may look later.
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
