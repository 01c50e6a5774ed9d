import { placeOf } from '../providers/addresses.ts'
import { useRealLocation } from '../providers/router.tsx'
import { useMe } from '../session/identity.ts'
import { currentEntry, type Menu, menusOf } from './menus.ts'
import { useScreens } from './screens.ts'

/** The menus of who is signed in, and which entry the address bar is at. */
export const useMenus = (): { menus: Menu[]; current: string | undefined } => {
  const screens = useScreens()
  const { data: me } = useMe()
  const { pathname } = useRealLocation()
  return {
    menus: me === undefined ? [] : menusOf(me, screens),
    current: currentEntry(placeOf(pathname)?.route),
  }
}
