import { lazy, Suspense } from 'react'
import { useMe } from '../session/identity.ts'
import { Logo } from './Logo.tsx'

const HomePanels = lazy(async () => ({ default: (await import('../home/HomePanels.tsx')).HomePanels }))

/** The home page: the logo for all, and below it what there is to do for who is signed in. */
export const HomePage = () => {
  const { data: me } = useMe()
  return (
    <div className="welcome">
      <title>Inicio · Cartelera</title>
      <span className="welcome-mark">
        <Logo size={56} />
      </span>
      <h1>Cartelera</h1>
      {me === undefined ? null : (
        <>
          <p>{me.fullName}</p>
          <Suspense fallback={null}>
            <HomePanels me={me} />
          </Suspense>
        </>
      )}
    </div>
  )
}
