import Alert from '@mui/material/Alert'
import { useNavigate } from 'ra-core'
import { Loaded } from '../../api/connection.ts'
import { useMe } from '../../api/me.ts'
import { useRealLocation } from '../../api/router.tsx'
import { redirectMessage } from '../public/PublicHome.tsx'
import { Logo } from '../public/PublicPage.tsx'
import { HOME_PANELS } from '../screens.ts'

/** Why the screen that was asked for was not opened, until it is read or left. */
const RedirectNotice = () => {
  const { pathname, state } = useRealLocation()
  const navigate = useNavigate()
  const text = redirectMessage(state)
  return text === undefined ? null : (
    <Alert
      severity="warning"
      closeText="Cerrar"
      onClose={() => navigate(pathname, { replace: true, state: null })}
      sx={{ mb: 1 }}
    >
      {text}
    </Alert>
  )
}

/** The home page: a line with the name, and below it what there is to do for who is signed in. */
export const HomePage = () => {
  const { data: me } = useMe()
  return (
    <>
      <title>Inicio · Cartelera</title>
      <RedirectNotice />
      <header className="welcome">
        <span className="welcome-mark">
          <Logo size={24} />
        </span>
        <h1>Cartelera</h1>
        {me === undefined ? null : <p>{me.fullName}</p>}
      </header>
      {me === undefined ? null : <Loaded of={HOME_PANELS} pending={<Opening />} />}
    </>
  )
}

/** As high as a screen, so that nothing is moved by what comes. */
const Opening = () => <div className="welcome-opening" />
