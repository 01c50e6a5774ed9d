import { useInput } from 'ra-core'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { GroupAccess, Principal } from '../../../domain/access/permissions.ts'
import type { Route } from '../../../domain/access/routes.ts'
import {
  accessOf,
  type Box,
  limitOf,
  type Selection,
  selectionOf,
  withBox,
} from '../../../domain/access/selection.ts'
import { isSaProfile } from '../../../domain/users/profile-rules.ts'
import type { RecordOf } from '../../api/http.ts'
import type { Me } from '../../api/me.ts'

const FIELD = 'routeAccess'
const SA: Principal = { role: 'sa', routeAccess: [] }

export interface Permissions {
  selection: Selection
  /** The most that the current user can select. */
  limit: Selection
  /** Checks or unchecks a box for some routes; stable across renders. */
  choose: (routes: readonly Route[], box: Box, isOn: boolean) => void
  error: string | undefined
}

// The field holds the record's value or a result of `accessOf`.
const asAccess = (value: unknown): readonly GroupAccess[] => (Array.isArray(value) ? value : [])

/** The permissions in the form as a selection, limited to those that the current user can give. */
export const usePermissions = (profile: RecordOf<'profiles'>, me: Me): Permissions => {
  const { field, fieldState } = useInput({ source: FIELD })
  const { _id, routeAccess } = profile
  const isSa = isSaProfile(profile)
  // The profile sa has every permission, whatever is stored.
  const selection = useMemo(
    () => (isSa ? limitOf(SA) : selectionOf(asAccess(field.value))),
    [isSa, field.value],
  )
  const limit = useMemo(
    () => (isSa ? selection : limitOf(me.profile === _id ? { ...me, routeAccess } : me)),
    [isSa, selection, me, _id, routeAccess],
  )
  const latest = useRef({ selection, limit, change: field.onChange })
  useEffect(() => {
    latest.current = { selection, limit, change: field.onChange }
  })
  const choose = useCallback<Permissions['choose']>((routes, box, isOn) => {
    const { change, ...now } = latest.current
    change(accessOf(withBox(now.selection, now.limit, routes, box, isOn)))
  }, [])
  return { selection, limit, choose, error: fieldState.error?.message ?? fieldState.error?.root?.message }
}
