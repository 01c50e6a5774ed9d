import type { ReactNode } from 'react'
import { Logo } from './Logo.tsx'
import '../styles/public.css'

/** The card that a visitor sees, with the logo; light on purpose, since it loads before everything else. */
export const PublicPage = ({ title, children }: { title: string; children: ReactNode }) => (
  <main className="public">
    <title>{title === 'Cartelera' ? title : `${title} · Cartelera`}</title>
    <div className="public-card">
      <span className="public-mark">
        <Logo size={44} />
      </span>
      <h1>{title}</h1>
      {children}
    </div>
  </main>
)
