import { useEvent } from 'ra-core'
import { useLayoutEffect } from 'react'

/** What keys do everywhere, as the dialog of shortcuts lists them. */
export type ShortcutName = 'search' | 'help' | 'save' | 'saveAndNew' | 'previous' | 'next'

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing'>

interface Surroundings {
  /** The focus is in a field, or in a list or menu that letters search in. */
  isTyping: boolean
  isInDialog: boolean
  /** Whether single keys are shortcuts at all (WCAG 2.1.4). */
  hasSingleKeys: boolean
}

const WITH_COMMAND: Readonly<Record<string, ShortcutName>> = { k: 'search', s: 'save', enter: 'saveAndNew' }
const WITH_ALT: Readonly<Record<string, ShortcutName>> = { PageUp: 'previous', PageDown: 'next' }
const SINGLE: Readonly<Record<string, ShortcutName>> = { '/': 'search', '?': 'help' }

/** The shortcut that a key is; a dialog keeps all keys for itself. */
export const shortcutOf = (press: Press, around: Surroundings): ShortcutName | undefined => {
  const { key, ctrlKey, metaKey, altKey, shiftKey, isComposing } = press
  if (isComposing || around.isInDialog) return undefined
  const isCommand = ctrlKey !== metaKey
  if (isCommand && !altKey && !shiftKey) return WITH_COMMAND[key.toLowerCase()]
  if (altKey && !ctrlKey && !metaKey && !shiftKey) return WITH_ALT[key]
  // Both need the shift key on a Spanish keyboard.
  const isSingle = !ctrlKey && !metaKey && !altKey
  return isSingle && around.hasSingleKeys && !around.isTyping ? SINGLE[key] : undefined
}

const FIELDS = [
  'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"])',
  'textarea',
  'select',
  '[contenteditable]:not([contenteditable="false"])',
  ...['textbox', 'searchbox', 'combobox', 'listbox', 'menu', 'spinbutton', 'slider', 'tree', 'grid'].map(
    (role) => `[role="${role}"]`,
  ),
].join()

/** Whether keys pressed on an element are meant for it. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(FIELDS) !== null

const handlers = new Map<ShortcutName, Set<() => void>>()

/** Offers a shortcut while the component is there; undefined offers nothing. Of several, the last one is asked. */
export const useShortcut = (name: ShortcutName, handler: (() => void) | undefined): void => {
  const latest = useEvent(() => handler?.())
  const isOffered = handler !== undefined
  // What is on screen works at once.
  useLayoutEffect(() => {
    if (!isOffered) return undefined
    const all = handlers.get(name) ?? new Set()
    handlers.set(name, all.add(latest))
    return () => void all.delete(latest)
  }, [name, isOffered, latest])
}

/** Listens to the keyboard; returns how to stop. */
export const watchShortcuts = (hasSingleKeys: boolean): (() => void) => {
  const onKeyDown = (event: KeyboardEvent): void => {
    const isInDialog = document.querySelector('[role="dialog"], [role="alertdialog"]') !== null
    const name = shortcutOf(event, { isTyping: isTyping(event.target), isInDialog, hasSingleKeys })
    const handler = name && [...(handlers.get(name) ?? [])].at(-1)
    if (handler === undefined) return
    event.preventDefault()
    event.stopPropagation()
    // A key that is held down acts once.
    if (!event.repeat) handler()
  }
  document.addEventListener('keydown', onKeyDown, true)
  return () => document.removeEventListener('keydown', onKeyDown, true)
}

/** Presses the button that saves the form of the page, if there is one that can be saved. */
export const saveOpenForm = (): void => {
  const form = document.querySelector('main form:not([role="search"])')
  form?.querySelector<HTMLElement>('button[type="submit"]:not(:disabled)')?.click()
}
