import { useMe } from '../session/identity.ts'
import { Logo } from './Logo.tsx'

/** The home page, with the logo. */
export const HomePage = () => {
  const { data: me } = useMe()
  return (
    <div className="welcome">
      <title>Inicio · Cartelera</title>
      <span className="welcome-mark">
        <Logo size={72} />
      </span>
      <h1>Cartelera</h1>
      {me === undefined ? null : <p>{me.fullName}</p>}
    </div>
  )
}
