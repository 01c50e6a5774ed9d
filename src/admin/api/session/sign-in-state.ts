import type { Location } from 'react-router-dom'

/** What the sign-in page is told by whoever sends somebody there. */
export interface SignInState {
  /** Where to come back to after signing in. */
  nextPathname?: string
  nextSearch?: string
  /** The session ended by itself. */
  expired?: boolean
  /** The person asked to leave: the page ends the session. */
  signOut?: boolean
  /** The password was just changed. */
  passwordChanged?: boolean
}

// The history's state is whatever some page of ours put there: this is the one reader, and it trusts no field.
const asState = (state: unknown): Record<string, unknown> =>
  typeof state === 'object' && state !== null ? { ...state } : {}

/** The state of a visit to the sign-in page. */
export const signInState = (location: Location): SignInState => {
  const { nextPathname, nextSearch, expired, signOut, passwordChanged } = asState(location.state)
  return {
    ...(typeof nextPathname === 'string' && nextPathname.startsWith('/') ? { nextPathname } : {}),
    ...(typeof nextSearch === 'string' ? { nextSearch } : {}),
    expired: expired === true,
    signOut: signOut === true,
    passwordChanged: passwordChanged === true,
  }
}

/** The state that brings somebody back to a location after signing in. */
export const returnTo = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>): SignInState => ({
  nextPathname: pathname,
  nextSearch: search,
})
