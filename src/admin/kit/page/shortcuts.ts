import { useLayoutEffect } from 'react'
import { useEvent } from 'react-admin'
import { SEARCH_BOX } from './entry-focus.ts'

/** Global keyboard shortcuts, as listed in their dialog. */
export type ShortcutName = 'search' | 'help' | 'save' | 'saveAndNew' | 'previous' | 'next'

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing'>

interface Surroundings {
  /** The focus is in a field, or in a list or menu with type-ahead. */
  isTyping: boolean
  isInDialog: boolean
  /** Whether single-key shortcuts are enabled (WCAG 2.1.4). */
  hasSingleKeys: boolean
}

const WITH_COMMAND: Readonly<Record<string, ShortcutName>> = { k: 'search', s: 'save', enter: 'saveAndNew' }
const WITH_ALT: Readonly<Record<string, ShortcutName>> = { PageUp: 'previous', PageDown: 'next' }
const SINGLE: Readonly<Record<string, ShortcutName>> = { '/': 'search', '?': 'help' }

/** The shortcut of a key press; none inside a dialog. */
export const findShortcut = (press: Press, around: Surroundings): ShortcutName | undefined => {
  const { key, ctrlKey, metaKey, altKey, shiftKey, isComposing } = press
  if (isComposing || around.isInDialog) return undefined
  const isCommand = ctrlKey !== metaKey
  if (isCommand && !altKey && !shiftKey) return WITH_COMMAND[key.toLowerCase()]
  if (altKey && !ctrlKey && !metaKey && !shiftKey) return WITH_ALT[key]
  // Both need the Shift key on a Spanish keyboard.
  const isSingle = !ctrlKey && !metaKey && !altKey
  return isSingle && around.hasSingleKeys && !around.isTyping ? SINGLE[key] : undefined
}

/** True if a key types a letter or digit that no field takes: on a list it goes to the search box. */
export const isSearchText = (press: Press, around: Surroundings): boolean => {
  const isModified = press.ctrlKey || press.metaKey || press.altKey || press.isComposing
  const isFree = around.hasSingleKeys && !around.isTyping && !around.isInDialog
  return isFree && !isModified && /^[\p{L}\p{N}]$/u.test(press.key)
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

/** True if an element handles typed keys itself. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(FIELDS) !== null

const handlers = new Map<ShortcutName, Set<() => void>>()

/** Registers a shortcut while the component is mounted, unless undefined. The last registered handler wins. */
export const useShortcut = (name: ShortcutName, handler: (() => void) | undefined): void => {
  const latest = useEvent(() => handler?.())
  const isOffered = handler !== undefined
  // A layout effect, so that it works as soon as the screen is visible.
  useLayoutEffect(() => {
    if (!isOffered) return undefined
    const all = handlers.get(name) ?? new Set()
    handlers.set(name, all.add(latest))
    return () => void all.delete(latest)
  }, [name, isOffered, latest])
}

/** Focuses the list's search box, so that the pressed key replaces its text. */
const typeInSearch = (): void => {
  const box = document.querySelector<HTMLInputElement>(SEARCH_BOX)
  box?.focus()
  box?.select()
}

/** Starts listening to the keyboard; returns a function that stops. */
export const watchShortcuts = (hasSingleKeys: boolean): (() => void) => {
  const onKeyDown = (event: KeyboardEvent): void => {
    const isInDialog = document.querySelector('[role="dialog"], [role="alertdialog"]') !== null
    const around = { isTyping: isTyping(event.target), isInDialog, hasSingleKeys }
    if (isSearchText(event, around)) typeInSearch()
    const name = findShortcut(event, around)
    const handler = name && [...(handlers.get(name) ?? [])].at(-1)
    if (handler === undefined) return
    event.preventDefault()
    event.stopPropagation()
    // Ignores auto-repeat.
    if (!event.repeat) handler()
  }
  document.addEventListener('keydown', onKeyDown, true)
  return () => document.removeEventListener('keydown', onKeyDown, true)
}

/** Clicks the save button of the page's form, if it is enabled. */
export const saveOpenForm = (): void => {
  const form = document.querySelector('main form:not([role="search"])')
  form?.querySelector<HTMLElement>('button[type="submit"]:not(:disabled)')?.click()
}
