import { useEffect, useState } from 'react'
import { toInternal } from '../../api/paths.ts'
import { useRealLocation } from '../../api/router.tsx'

/** A device with a keyboard: on a touch screen the virtual one would cover the rows. */
const FINE_POINTER = '(hover: hover) and (pointer: fine)'

const HEADING = 'main h1'
export const SEARCH_BOX = 'main form[role="search"] input'
/** Skips the hidden input of a select. */
const FIRST_FIELD =
  'main form:not([role="search"]) :is([role="combobox"]:not([aria-disabled="true"]), textarea, input:not([type="hidden"])):not(:disabled, [aria-hidden="true"])'

const first = (selector: string): HTMLElement | null => document.querySelector<HTMLElement>(selector)

const isCreating = (pathname: string): boolean => toInternal(pathname).endsWith('/create')

/** Initial focus: the first field of a new record, the search box of a list, else the heading (rule W24). */
const targetAt = (pathname: string): HTMLElement | null => {
  const begins = isCreating(pathname)
    ? first(FIRST_FIELD)
    : window.matchMedia(FINE_POINTER).matches
      ? first(SEARCH_BOX)
      : null
  return begins ?? first(HEADING)
}

/** The opened screen: identical while only its query changes; a new object for another new record. */
const useOpenedScreen = (): { pathname: string } => {
  const { pathname, search, key } = useRealLocation()
  const [{ opened, ...last }, setLast] = useState({ opened: { pathname }, search, key })
  if (last.key === key && last.search === search && opened.pathname === pathname) return opened
  const isSame = opened.pathname === pathname && last.search !== search
  const next = isSame ? opened : { pathname }
  setLast({ opened: next, search, key })
  return next
}

let placed: Element | null = null
/**
 * The last focused element outside dialogs, which restore the focus themselves, and that of the last screen when it was
 * left.
 */
let lastFocused: Element | null = null
let opener: Element | null = null

const OVERLAYS = '[role="dialog"], [role="presentation"]'

document.addEventListener('focusin', ({ target }) => {
  if (target instanceof Element && !target.closest(OVERLAYS)) lastFocused = target
})

/** Focuses an element on opening a screen; null once the user has taken over. */
const placeFocus = (element: HTMLElement | null): void => {
  placed = element
  element?.focus({ preventScroll: true })
}

/** Call when leaving a screen: the current focus is no user's choice on the next one. */
const leaveFocus = (): void => {
  opener = lastFocused
}

/** Whether the focus is unchanged since the screen was opened. */
export const isFocusFree = (): boolean => {
  const { activeElement } = document
  if (activeElement === null || activeElement === document.body || activeElement === placed) return true
  return activeElement === opener && !activeElement.closest('main')
}

/**
 * Sets the initial focus of each opened screen while it loads, until the first user input; `autoFocus` would take the
 * focus from a user who has moved it meanwhile.
 */
export const useEntryFocus = (isShown: boolean): void => {
  const opened = useOpenedScreen()
  useEffect(() => {
    if (!isShown) return undefined
    const place = (): void => {
      const target = targetAt(opened.pathname)
      if (target === null || target === document.activeElement || !isFocusFree()) return
      placeFocus(target)
    }
    const observer = new MutationObserver(place)
    const pressed = new AbortController()
    const stop = (): void => {
      observer.disconnect()
      pressed.abort()
      placeFocus(null)
    }
    for (const press of ['keydown', 'pointerdown'])
      document.addEventListener(press, stop, { capture: true, signal: pressed.signal })
    observer.observe(document.body, { childList: true, subtree: true })
    place()
    return () => {
      stop()
      leaveFocus()
    }
  }, [isShown, opened])
}
