import { Link, useLocation } from 'react-router-dom'
import { pathOf } from '../../api/addresses.ts'
import { PublicPage } from './PublicPage.tsx'

const RedirectNotice = () => {
  const text = redirectMessage(useLocation().state)
  return text === undefined ? null : (
    <p className="public-notice" role="alert">
      {text}
    </p>
  )
}

/** The home page of a visitor. */
export const PublicHome = () => (
  <PublicPage title="Cartelera">
    <RedirectNotice />
    <p className="public-text">Administración del servicio de streaming</p>
    <Link className="public-button" to={pathOf('login')}>
      Iniciar sesión
    </Link>
  </PublicPage>
)

const REASONS = {
  forbidden: 'No tiene permiso para abrir esa pantalla.',
  unknown: 'La dirección no existe.',
} as const

type Reason = keyof typeof REASONS

/** The history state that tells the home page why the user was sent there. */
export const redirectState = (refused: Reason): { refused: Reason } => ({ refused })

const hasRefusal = (state: unknown): state is { refused: unknown } =>
  typeof state === 'object' && state !== null && 'refused' in state

/** Why the address that was asked for was not opened; undefined where none was. */
export const redirectMessage = (state: unknown): string | undefined => {
  if (!hasRefusal(state)) return undefined
  return state.refused === 'forbidden' || state.refused === 'unknown' ? REASONS[state.refused] : undefined
}
