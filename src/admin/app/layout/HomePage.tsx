import Alert from '@mui/material/Alert'
import { useNavigate } from 'react-admin'
import { Loaded } from '../../api/connection.ts'
import { type Me, useMe } from '../../api/me.ts'
import { useRealLocation } from '../../api/router.tsx'
import { useLoadFirstSteps } from '../home/checklist-state.ts'
import { Greeting } from '../home/Greeting.tsx'
import { redirectMessage } from '../public/redirects.ts'
import { HOME_PANELS } from '../screens.ts'

/** Why the requested screen was not opened; disappears when read or left. */
const RedirectAlert = () => {
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

/** The home page: the current user's panels. The logo is in the navbar. */
export const HomePage = () => {
  const { data: me } = useMe()
  return (
    <>
      <title>Inicio · Cartelera</title>
      <RedirectAlert />
      <h1 className="unseen" tabIndex={-1}>
        Cartelera
      </h1>
      {me === undefined ? null : <Panels me={me} />}
    </>
  )
}

const Panels = ({ me }: { me: Me }) => {
  // Full height, so that loading content causes no layout shift.
  const pending = (
    <div style={{ minHeight: '90vh' }}>
      <Greeting me={me} />
    </div>
  )
  return useLoadFirstSteps(me) ? pending : <Loaded of={HOME_PANELS} pending={pending} />
}
