import type { MouseEvent } from 'react'
import { pathOf } from '../../api/addresses.ts'
import { push, useHistoryEntry } from '../../api/history.ts'
import { PublicPage } from './PublicPage.tsx'
import { redirectMessage } from './redirects.ts'

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
