import { Navigate } from 'ra-core'
import type { ReactNode } from 'react'
import { mayOpen } from '../../domain/access/permissions.ts'
import { pathOf, placeOf } from '../providers/addresses.ts'
import { useRealLocation } from '../providers/router.tsx'
import { useMe } from '../session/identity.ts'
import { refusedBecause } from '../session/refused-address.ts'
import { ErrorPage } from './ErrorPage.tsx'
import { Loading } from './Loading.tsx'
import { NotFound } from './NotFound.tsx'

/** The second half of the access rule: what the profile does not list goes to /main, an unknown address to /. */
export const AccessRule = ({ children }: { children: ReactNode }) => {
  const { pathname } = useRealLocation()
  const { data: me, error, refetch } = useMe()
  const route = placeOf(pathname)?.route
  if (route === undefined) return <NotFound />
  if (me === undefined)
    return error === null ? <Loading /> : <ErrorPage error={error} resetErrorBoundary={() => refetch()} />
  if (!mayOpen(me, route)) return <Navigate to={pathOf('main')} state={refusedBecause('forbidden')} replace />
  return children
}
