import { currentEntry, type Menu, menusOf } from '../../../domain/access/menus.ts'
import { placeOf } from '../../api/addresses.ts'
import { useRealLocation } from '../../api/router.tsx'
import { useMe } from '../../api/session/identity.ts'

/** The menus of who is signed in, and which entry the address bar is at. */
export const useMenus = (): { menus: Menu[]; current: string | undefined } => {
  const { data: me } = useMe()
  const { pathname } = useRealLocation()
  return {
    menus: me === undefined ? [] : menusOf(me),
    current: currentEntry(placeOf(pathname)?.route),
  }
}
