/** Copies a text; false if the browser supports neither way. */
export const copyText = async (text: string, button: HTMLElement): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected(text, button)
  }
}

/**
 * For pages over plain http, which have no clipboard API: placed next to the button, since open dialogs trap the focus.
 */
const copySelected = (text: string, button: HTMLElement): boolean => {
  const area = document.createElement('textarea')
  area.value = text
  area.setAttribute('aria-hidden', 'true')
  area.style.cssText = 'position: fixed; opacity: 0; pointer-events: none'
  button.after(area)
  area.focus()
  area.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    area.remove()
    button.focus()
  }
}
