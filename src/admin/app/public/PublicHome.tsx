import type { MouseEvent } from 'react'
import { pathOf } from '../../api/addresses.ts'
import { push, useHistoryEntry } from '../../api/history.ts'
import { PublicPage } from './PublicPage.tsx'

const RedirectAlert = () => {
  const text = redirectMessage(useHistoryEntry().state)
  return text === undefined ? null : (
    <p className="public-notice" role="alert">
      {text}
    </p>
  )
}

// With a modifier or another button, the browser opens a new tab or window.
const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey)

const openLogin = (event: MouseEvent): void => {
  if (!isPlainClick(event)) return
  event.preventDefault()
  push(pathOf('login'))
}

export const PublicHome = () => (
  <PublicPage title="Cartelera">
    <RedirectAlert />
    <p className="public-text">Administración del servicio de streaming</p>
    <a className="public-button" href={pathOf('login')} onClick={openLogin}>
      Iniciar sesión
    </a>
  </PublicPage>
)

const REASONS = {
  forbidden: 'No tiene permiso para abrir esa pantalla.',
  unknown: 'La dirección no existe.',
} as const

type Reason = keyof typeof REASONS

/** History state with the reason why the user was redirected to the home page. */
export const redirectState = (refused: Reason): { refused: Reason } => ({ refused })

const hasRefusal = (state: unknown): state is { refused: unknown } =>
  typeof state === 'object' && state !== null && 'refused' in state

/** Why the requested screen was not opened; undefined without a redirect. */
export const redirectMessage = (state: unknown): string | undefined => {
  if (!hasRefusal(state)) return undefined
  return state.refused === 'forbidden' || state.refused === 'unknown' ? REASONS[state.refused] : undefined
}
