import { Navigate } from 'ra-core'
import { pathOf } from '../../api/addresses.ts'
import { refusedBecause } from '../public/refused-address.ts'

/** Redirects unknown addresses to the home page, which says why (rule A6). */
export const NotFound = () => <Navigate to={pathOf('home')} state={refusedBecause('unknown')} replace />
