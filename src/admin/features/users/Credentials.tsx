import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Box from '@mui/material/Box'
import { type ReactNode, useEffect, useState } from 'react'
import { onSignOut } from '../../api/session.ts'
import { DescriptionList } from '../../kit/display/display.tsx'
import { ShareButtons } from '../../kit/display/ShareButtons.tsx'

/** What a user signs in with: kept in memory alone, and only while it is shown. */
export interface Credentials {
  /** The user's id. */
  id: string
  name: string
  password: string
}

/** Letters and digits that can be told apart, chosen as a whole by one press. */
const Code = ({ text }: { text: string }) => (
  <Box component="span" sx={{ fontFamily: 'monospace', fontSize: 16, userSelect: 'all' }}>
    {text}
  </Box>
)

interface CredentialsCardProps {
  credentials: Credentials
  /** The end of a demo, as shown. */
  expiry?: string
  /** The first button has the focus. */
  autoFocus?: boolean
  /** Beside the buttons that copy and share. */
  children?: ReactNode
}

/** User name and password, to be copied or shared. */
export const CredentialsCard = ({
  credentials,
  expiry,
  autoFocus = false,
  children,
}: CredentialsCardProps) => {
  const { name, password } = credentials
  const text = [
    'Cartelera',
    `Usuario: ${name}`,
    `Contraseña: ${password}`,
    ...(expiry === undefined ? [] : [`Vence: ${expiry}`]),
  ].join('\n')
  return (
    <>
      <DescriptionList
        items={[
          ['Usuario', <Code key="name" text={name} />],
          ['Contraseña', <Code key="password" text={password} />],
          ...(expiry === undefined ? [] : ([['Vence', expiry]] as const)),
        ]}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1.5 }}>
        <ShareButtons title="Datos de acceso" text={text} autoFocus={autoFocus} />
        {children}
      </Box>
    </>
  )
}

// In memory on the way from one screen to the next: an address or a history entry would outlive it.
let handed: Credentials | undefined
onSignOut(() => {
  handed = undefined
})

/** Has the next screen show them. */
export const handOver = (credentials: Credentials): void => {
  handed = credentials
}

/** The credentials that were handed to this screen, or set by it; of another user than `id` they are forgotten. */
export const useCredentials = (id?: string) => {
  const [credentials, setCredentials] = useState(() => handed)
  useEffect(() => {
    handed = undefined
  }, [])
  if (credentials !== undefined && id !== undefined && credentials.id !== id) setCredentials(undefined)
  return [credentials, setCredentials] as const
}

interface CredentialsNoticeProps {
  credentials: Credentials | undefined
  onClose: () => void
}

/** After saving: the password is known now and never again. */
export const CredentialsNotice = ({ credentials, onClose }: CredentialsNoticeProps) =>
  credentials === undefined ? null : (
    <Alert
      severity="success"
      role="region"
      aria-label="Datos de acceso"
      closeText="Cerrar"
      onClose={onClose}
      sx={{ mb: 2 }}
    >
      <AlertTitle>Datos de acceso</AlertTitle>
      <Box sx={{ mb: 1 }}>La contraseña se muestra solo ahora: cópiela o compártala antes de seguir.</Box>
      <CredentialsCard credentials={credentials} />
    </Alert>
  )
