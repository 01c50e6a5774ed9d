import { useSyncExternalStore } from 'react'
import { createEvent } from '../../api/http.ts'

/** The dialog of the user's jobs: all of them, or the one with this id. */
export type ShownJobs = { readonly id?: string } | undefined

const changed = createEvent()
let shown: ShownJobs

const show = (next: ShownJobs): void => {
  shown = next
  changed.emit()
}

/** Opens the jobs dialog over the current screen. */
export const openJobs = (id?: string): void => show(id === undefined ? {} : { id })
export const closeJobs = (): void => show(undefined)
export const useShownJobs = (): ShownJobs => useSyncExternalStore(changed.watch, () => shown)
