import { useStore } from 'ra-core'
import { useEffect, useLayoutEffect, useSyncExternalStore } from 'react'
import { Loaded, loadable } from '../../api/connection.ts'
import { createEvent } from '../../api/http.ts'
import { saveOpenForm, useShortcut, watchShortcuts } from '../../kit/page/shortcuts.ts'

const PALETTE = loadable(async () => (await import('./SearchPalette.tsx')).SearchPalette)
const HELP = loadable(async () => (await import('./ShortcutsDialog.tsx')).ShortcutsDialog)

type Shown = 'search' | 'help' | undefined

const changed = createEvent()
let shown: Shown

const show = (next: Shown): void => {
  shown = next
  changed.emit()
}

export const openSearch = (): void => show('search')
export const openHelp = (): void => show('help')
export const closeShown = (): void => show(undefined)

/** Which of the two is open over the screen. */
export const useShown = (): Shown => useSyncExternalStore(changed.watch, () => shown)

/** Loads the code of the search before it is asked for; whoever opens it loads it again should that fail. */
export const prepareSearch = (): void => void PALETTE.load().catch(() => undefined)

/** After what the first screen needs. */
const IDLE_AFTER_MS = 10_000

/** Whether single keys are shortcuts: chosen in the dialog of shortcuts, and remembered by this browser. */
export const useSingleKeys = () => useStore('shortcuts.singleKeys', true)

/** The keys that work on every screen, with what they open. */
export const Shortcuts = () => {
  const [hasSingleKeys] = useSingleKeys()
  const open = useShown()
  useLayoutEffect(() => watchShortcuts(hasSingleKeys), [hasSingleKeys])
  useEffect(() => {
    const timer = setTimeout(prepareSearch, IDLE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  // Who leaves the screens, as at the end of the session, finds neither open on the way back.
  useEffect(() => closeShown, [])
  useShortcut('search', openSearch)
  useShortcut('help', openHelp)
  useShortcut('save', saveOpenForm)
  return (
    <>
      {open === 'search' ? <Loaded of={PALETTE} pending={null} /> : null}
      {open === 'help' ? <Loaded of={HELP} pending={null} /> : null}
    </>
  )
}
