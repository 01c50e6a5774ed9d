import { Navigate } from 'ra-core'
import { pathOf } from '../providers/addresses.ts'
import { refusedBecause } from '../session/refused-address.ts'

/** An address that no screen answers to goes home, which says why (specification, section 2). */
export const NotFound = () => <Navigate to={pathOf('home')} state={refusedBecause('unknown')} replace />
