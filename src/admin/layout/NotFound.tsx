import { Navigate } from 'ra-core'
import { pathOf } from '../providers/addresses.ts'

/** An address that no screen answers to goes home (specification, section 2). */
export const NotFound = () => <Navigate to={pathOf('home')} replace />
