import { localStorageStore, type Store } from 'ra-core'

const APP = 'Cartelera'
/** Of the person, not of the browser: what was searched for and selected. */
const PERSONAL = /\.(listParams|selectedIds)$/
/** Lists keep their own place (`useListPlace`): a second one would scroll them somewhere else. */
const SCROLL = /\.scrollPosition$/
const PREFIX = `RaStore${APP}.`

const kept = localStorageStore('1', APP)

/** React-admin's store: signing out forgets what was searched, and keeps theme and columns. */
export const store: Store = {
  ...kept,
  setItem: (key, value) => {
    if (!SCROLL.test(key)) kept.setItem(key, value)
  },
  reset: () => {
    for (const key of Object.keys(window.localStorage))
      if (key.startsWith(PREFIX) && PERSONAL.test(key)) kept.removeItem(key.slice(PREFIX.length))
  },
}
