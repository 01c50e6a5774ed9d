import { Navigate } from 'ra-core'
import type { ReactNode } from 'react'
import { mayOpen } from '../../../domain/access/permissions.ts'
import { pathOf, placeOf } from '../../api/addresses.ts'
import { useRealLocation } from '../../api/router.tsx'
import { useMe } from '../../api/session/identity.ts'
import { Loading } from '../../kit/page/Loading.tsx'
import { refusedBecause } from '../public/refused-address.ts'
import { ErrorPage } from './ErrorPage.tsx'
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
