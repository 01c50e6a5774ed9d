import { Link, useLocation } from 'react-router-dom'
import { pathOf } from '../../api/paths.ts'
import { useSignedIn } from '../../api/session.ts'
import { PublicPage } from './PublicPage.tsx'
import styles from './public.module.css'
import { redirectMessage } from './redirects.ts'

const RedirectAlert = () => {
  const text = redirectMessage(useLocation().state)
  return text === undefined ? null : (
    <p className={styles.notice} role="alert">
      {text}
    </p>
  )
}

export const PublicHome = () => {
  const signedIn = useSignedIn()
  return (
    <PublicPage title="Cartelera">
      <RedirectAlert />
      <p className={styles.text}>Administración del servicio de streaming</p>
      <Link className={styles.button} to={pathOf(signedIn ? 'main' : 'login')}>
        {signedIn ? 'Ir al inicio' : 'Iniciar sesión'}
      </Link>
    </PublicPage>
  )
}
