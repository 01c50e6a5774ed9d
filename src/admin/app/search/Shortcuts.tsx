import { useEffect, useLayoutEffect, useSyncExternalStore } from 'react'
import { useStore } from 'react-admin'
import { Loaded, loadable } from '../../api/connection.ts'
import { createEvent } from '../../api/http.ts'
import { saveOpenForm, useShortcut, watchShortcuts } from '../../kit/page/shortcuts.ts'

const PALETTE = loadable(async () => (await import('./SearchPalette.tsx')).SearchPalette)
const HELP = loadable(async () => (await import('./ShortcutsDialog.tsx')).ShortcutsDialog)

type DialogName = 'search' | 'help' | undefined

const changed = createEvent()
let shown: DialogName

const show = (next: DialogName): void => {
  shown = next
  changed.emit()
}

export const openSearch = (): void => show('search')
export const openHelp = (): void => show('help')
export const closeDialogs = (): void => show(undefined)

/** Which of the two dialogs is open. */
export const useOpenDialog = (): DialogName => useSyncExternalStore(changed.watch, () => shown)

/** Preloads the code of the search; failures are ignored, as opening it loads it again. */
export const prepareSearch = (): void => void PALETTE.load().catch(() => undefined)

/** Milliseconds of delay, to load after the first screen's needs. */
const IDLE_AFTER_MS = 10_000

/** True if single-key shortcuts are enabled: set in the dialog of shortcuts, and stored in this browser. */
export const useSingleKeys = () => useStore('shortcuts.singleKeys', true)

export const Shortcuts = () => {
  const [hasSingleKeys] = useSingleKeys()
  const open = useOpenDialog()
  useLayoutEffect(() => watchShortcuts(hasSingleKeys), [hasSingleKeys])
  useEffect(() => {
    const timer = setTimeout(prepareSearch, IDLE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  // Closes both when the screens are left, as at the end of the session, so that they don't reappear.
  useEffect(() => closeDialogs, [])
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
