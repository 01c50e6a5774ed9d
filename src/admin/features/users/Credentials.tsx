import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Box from '@mui/material/Box'
import { type ReactNode, useEffect, useState } from 'react'
import { onSignOut } from '../../api/session.ts'
import { DescriptionList } from '../../kit/display/display.tsx'
import { ShareButtons } from '../../kit/display/ShareButtons.tsx'
import { NoticeTo } from '../user-notices/NoticeLinks.tsx'

/** A user's name and password: kept only in memory, and only while shown. */
export interface Credentials {
  id: string
  name: string
  password: string
}

/** Monospaced text, selected as a whole by one click. */
const Code = ({ text }: { text: string }) => (
  <Box component="span" sx={{ fontFamily: 'monospace', fontSize: 16, userSelect: 'all' }}>
    {text}
  </Box>
)

interface CredentialsCardProps {
  credentials: Credentials
  /** Formatted expiry of a demo. */
  expiry?: string
  /** Focuses the first button. */
  autoFocus?: boolean
  /** Shown next to the buttons for copying and sharing. */
  children?: ReactNode
}

/** User name and password, to copy or share. */
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
        <NoticeTo id={credentials.id} notice="credentials" delivered={{ acceso: text }}>
          WhatsApp
        </NoticeTo>
        {children}
      </Box>
    </>
  )
}

// Passed between screens in memory: a URL or history entry would outlive it.
let pending: Credentials | undefined
onSignOut(() => {
  pending = undefined
})

/** Passes credentials to the next screen. */
export const passCredentials = (credentials: Credentials): void => {
  pending = credentials
}

/** The credentials passed to or set by this screen; discarded if for a user other than `id`. */
export const useCredentials = (id?: string) => {
  const [credentials, setCredentials] = useState(() => pending)
  useEffect(() => {
    pending = undefined
  }, [])
  if (credentials !== undefined && id !== undefined && credentials.id !== id) setCredentials(undefined)
  return [credentials, setCredentials] as const
}

interface CredentialsAlertProps {
  credentials: Credentials | undefined
  onClose: () => void
}

/** Shown after saving: the only time that the password is known. */
export const CredentialsAlert = ({ credentials, onClose }: CredentialsAlertProps) =>
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
