import { createContext, type ReactNode, useContext } from 'react'
import { API_URL } from '../../api/http.ts'
import styles from './public.module.css'

interface PublicPageProps {
  title: string
  isWide?: boolean
  children: ReactNode
}

/** The name and the path of the logo of the business, both empty without one (rule S12). */
export const Business = createContext<{ name: string; picture: string } | undefined>(undefined)

/** Page for visitors: a card with the logo. Lightweight, since it loads before everything else. */
export const PublicPage = ({ title, isWide = false, children }: PublicPageProps) => {
  const business = useContext(Business)
  return (
    <main className={styles.page}>
      <title>{title === 'Cartelera' ? title : `${title} · Cartelera`}</title>
      <div className={isWide ? `${styles.card} ${styles.wide}` : styles.card}>
        {business?.name ? <p className={styles.name}>{business.name}</p> : null}
        <span className={styles.mark}>
          {business?.picture ? <img src={API_URL + business.picture} alt="" /> : <Logo size={44} />}
        </span>
        <h1 tabIndex={-1}>{title}</h1>
        {children}
      </div>
    </main>
  )
}

/** Shown instead of a page that could not be loaded, for example after an update of the product. */
export const BrokenPage = () => (
  <PublicPage title="Algo salió mal">
    <p className={styles.text}>No se pudo mostrar la página. Es posible que haya una versión nueva.</p>
    <button type="button" className={styles.button} onClick={() => window.location.reload()}>
      Recargar la aplicación
    </button>
  </PublicPage>
)

/** Shown while the admin's code or the session loads. */
export const Opening = () => (
  <div className={styles.opening} role="status">
    <div className={styles.bar} />
    Cargando…
  </div>
)

const BULBS = [4, 10.6, 17.3, 24]

/** Logo: a screen under a marquee's bulbs; decorative, since the name is next to it. */
export const Logo = ({ size = 28 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 28 28" aria-hidden="true" focusable="false">
    <rect x="1" y="5" width="26" height="18" rx="4" fill="#fff" />
    <path d="M11 9.5v9l8-4.5z" fill="#20304a" />
    <g fill="#ffb224">
      {BULBS.flatMap((x) => [
        <circle key={`${x}-top`} cx={x} cy="2.2" r="1.6" />,
        <circle key={`${x}-bottom`} cx={x} cy="25.8" r="1.6" />,
      ])}
    </g>
  </svg>
)
