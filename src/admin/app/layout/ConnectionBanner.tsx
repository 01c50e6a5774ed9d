import { type Connection, useConnection } from '../../api/connection.ts'
import styles from './ConnectionBanner.module.css'

const connectionText = (connection: Connection): string => {
  if (connection === 'up') return ''
  if (connection === 'busy') return 'El servicio está ocupado. Se intenta de nuevo en unos segundos.'
  return navigator.onLine
    ? 'El servidor no responde. La página se actualizará cuando vuelva.'
    : 'Sin conexión a la red. La página se actualizará cuando vuelva.'
}

/**
 * Reports above every page that the network or the server is unavailable; always rendered as a live region, so that it
 * is announced.
 */
export const ConnectionBanner = () => {
  const text = connectionText(useConnection())
  return (
    <div role="status" className={styles.banner} data-testid="connection">
      {text}
    </div>
  )
}
