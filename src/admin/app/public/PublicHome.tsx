import type { MouseEvent } from 'react'
import { pathOf } from '../../api/addresses.ts'
import { push, useHistoryEntry } from '../../api/history.ts'
import { PublicPage } from './PublicPage.tsx'

const RedirectNotice = () => {
  const text = redirectMessage(useHistoryEntry().state)
  return text === undefined ? null : (
    <p className="public-notice" role="alert">
      {text}
    </p>
  )
}

// With a modifier or another button the browser opens a tab or a window of its own.
const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey)

const openLogin = (event: MouseEvent): void => {
  if (!isPlainClick(event)) return
  event.preventDefault()
  push(pathOf('login'))
}

/** The home page of a visitor. */
export const PublicHome = () => (
  <PublicPage title="Cartelera">
    <RedirectNotice />
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

/** The history state that tells the home page why the user was sent there. */
export const redirectState = (refused: Reason): { refused: Reason } => ({ refused })

const hasRefusal = (state: unknown): state is { refused: unknown } =>
  typeof state === 'object' && state !== null && 'refused' in state

/** Why the address that was asked for was not opened; undefined where none was. */
export const redirectMessage = (state: unknown): string | undefined => {
  if (!hasRefusal(state)) return undefined
  return state.refused === 'forbidden' || state.refused === 'unknown' ? REASONS[state.refused] : undefined
}
