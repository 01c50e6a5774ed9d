import { encode } from 'uqr'
import styles from './SeedPanel.module.css'

/** A QR code as an image that scales; black on white in both themes, as cameras expect. */
const QrCode = ({ text, label }: { text: string; label: string }) => {
  const { data, size } = encode(text, { border: 3 })
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

/** The seed of an authenticator app: as QR code, and as text for whoever cannot scan it. */
export const SeedPanel = ({ url, secret }: { url: string; secret: string }) => (
  <div className={styles.seed}>
    <p>Escanee el código QR con su aplicación de autenticación y digite los 6 números que muestra.</p>
    <QrCode text={url} label="Código QR para la aplicación de autenticación" />
    <p>
      Si no puede escanearlo, digite esta clave en la aplicación:{' '}
      <code translate="no">{secret.replace(/.{4}(?=.)/g, '$& ')}</code>
    </p>
    {/* For phones, whose camera cannot scan their own screen. */}
    <a href={url}>Abrir en la aplicación de este teléfono</a>
  </div>
)
