/**
 * Prints the page, and gives the focus back: browsers take it from an element that is not printed. Some return before
 * they have printed.
 */
export const printPage = (): void => {
  const focused = document.activeElement
  const restore = (): void => {
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  }
  window.addEventListener('afterprint', restore, { once: true })
  window.print()
  restore()
}
