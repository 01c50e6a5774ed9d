import { Link, useLocation } from 'react-router-dom'
import { pathOf } from '../../api/addresses.ts'
import { PublicPage } from './PublicPage.tsx'
import { refusalText } from './refused-address.ts'

const Refusal = () => {
  const text = refusalText(useLocation().state)
  return text === undefined ? null : (
    <p className="public-notice" role="alert">
      {text}
    </p>
  )
}

/** The home page of somebody who is not signed in. */
export const PublicHome = () => (
  <PublicPage title="Cartelera">
    <Refusal />
    <p className="public-text">Administración del servicio de streaming</p>
    <Link className="public-button" to={pathOf('login')}>
      Iniciar sesión
    </Link>
  </PublicPage>
)
