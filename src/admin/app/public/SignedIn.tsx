import { type ReactNode, useEffect, useRef } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { pathOf, placeOf } from '../../api/addresses.ts'
import { returnTo } from '../../api/session/sign-in.ts'
import { useSignedIn } from '../../api/session/token.ts'
import { refusedBecause } from './refused-address.ts'

interface SignedInProps {
  children: ReactNode
  /** What a visitor sees at the home address. */
  visitor: ReactNode
}

const useWasSignedIn = (signedIn: boolean): boolean => {
  const was = useRef(false)
  useEffect(() => {
    if (signedIn) was.current = true
  }, [signedIn])
  return was.current
}

/** The first half of the access rule: who is not signed in goes to /login and comes back; unknown paths go to /. */
export const SignedIn = ({ children, visitor }: SignedInProps) => {
  const location = useLocation()
  const signedIn = useSignedIn()
  const expired = useWasSignedIn(signedIn) && !signedIn
  const place = placeOf(location.pathname)
  if (place === undefined) return <Navigate to={pathOf('home')} state={refusedBecause('unknown')} replace />
  if (signedIn) return children
  if (!place.route.authenticated) return visitor
  return <Navigate to={pathOf('login')} state={{ ...returnTo(location), expired }} replace />
}
