import { Link, useLocation } from 'react-router-dom'
import { pathOf } from '../../api/addresses.ts'
import { PublicPage } from './PublicPage.tsx'
import { redirectMessage } from './redirects.ts'

const RedirectAlert = () => {
  const text = redirectMessage(useLocation().state)
  return text === undefined ? null : (
    <p className="public-notice" role="alert">
      {text}
    </p>
  )
}

export const PublicHome = () => (
  <PublicPage title="Cartelera">
    <RedirectAlert />
    <p className="public-text">Administración del servicio de streaming</p>
    <Link className="public-button" to={pathOf('login')}>
      Iniciar sesión
    </Link>
  </PublicPage>
)
