import { Link } from 'react-router-dom'
import { pathOf } from '../providers/addresses.ts'
import { PublicPage } from './PublicPage.tsx'

/** The home page of somebody who is not signed in. */
export const PublicHome = () => (
  <PublicPage title="Cartelera">
    <p className="public-text">Administración del servicio de streaming</p>
    <Link className="public-button" to={pathOf('login')}>
      Iniciar sesión
    </Link>
  </PublicPage>
)
