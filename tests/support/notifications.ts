import { expect, type Page } from '@playwright/test'

interface RecordedWindow {
  notifications: string[]
}

/** Runs in the page: records each temporary message shown since the last press of a button or key. */
const record = (): void => {
  const notifications: string[] = []
  const texts = new WeakMap<Element, string>()
  const look = (): void => {
    for (const bar of document.querySelectorAll('.MuiSnackbar-root')) {
      const text = bar.textContent ?? ''
      if (text !== '' && texts.get(bar) !== text) notifications.push(text)
      texts.set(bar, text)
    }
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
  // Otherwise the message of an earlier step could pass for the same message of the step that the press begins.
  const forget = (): void => {
    notifications.length = 0
  }
  for (const press of ['pointerdown', 'keydown']) window.addEventListener(press, forget, { capture: true })
  Object.assign(window, { notifications })
}

/** Records the messages of a context's pages, for `expectNotification`. */
export const recordNotifications = (context: { addInitScript: (script: () => void) => Promise<unknown> }) =>
  context.addInitScript(record)

/**
 * Waits for a temporary message of the last step: recorded since the last press and the last call. Polling the page
 * instead could miss it on a busy machine, since it disappears after a second and a half.
 */
export const expectNotification = (page: Page, text: string | RegExp): Promise<void> =>
  expect
    .poll(
      () =>
        page.evaluate((wanted) => {
          const { notifications } = window as unknown as RecordedWindow
          const at = notifications.findIndex((each) =>
            typeof wanted === 'string' ? each.includes(wanted) : wanted.test(each),
          )
          if (at >= 0) notifications.splice(0, at + 1)
          return at >= 0
        }, text),
      String(text),
    )
    .toBe(true)
