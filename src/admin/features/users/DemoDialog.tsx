import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Skeleton from '@mui/material/Skeleton'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { LinkBase } from 'react-admin'
import { generateDemo, MAX_DEMO_NAMES } from '../../../domain/users/suggestions.ts'
import { USER_MESSAGES } from '../../../domain/users/user-messages.ts'
import { useFailureMessage } from '../../api/connection.ts'
import { ApiError, request } from '../../api/http.ts'
import { useMe } from '../../api/me.ts'
import { formPathOf, pathOf } from '../../api/paths.ts'
import { listQueries } from '../../api/query-client.ts'
import { momentText } from '../../kit/display/dates.ts'
import { messagesIn } from '../../kit/inputs/form-kit.tsx'
import { type Credentials, CredentialsCard } from './Credentials.tsx'
import { usePlatforms, useProfiles } from './lookups.ts'
import { fillRandom, useSuggestedPlatform } from './suggestions.ts'

interface Demo extends Credentials {
  dateExpire: string | null
}

/** Retries with new generated data until their name is free. */
const createDemo = async (choices: { profile: string; platform: string }, tries = 1): Promise<Demo> => {
  const demo = generateDemo(fillRandom, choices)
  try {
    const { _id, dateExpire } = await request('POST /api/users', { body: demo })
    return { id: _id, name: demo.name, password: demo.password, dateExpire }
  } catch (error) {
    const isTaken = error instanceof ApiError && error.status === 409
    if (!isTaken || tries >= MAX_DEMO_NAMES) throw error
    return createDemo(choices, tries + 1)
  }
}

const errorText = (error: unknown): string => {
  const texts = error instanceof ApiError ? messagesIn(error.body.errors ?? {}).map(([, text]) => text) : []
  if (texts.length > 0) return texts.join(' ')
  return error instanceof Error ? error.message : String(error)
}

interface DemoDialogProps {
  open: boolean
  onClose: () => void
  /** Called after the closing animation: the parent must unmount it then, with the password that it holds. */
  onExited: () => void
}

/** Creates a demo user when mounted, and shows its credentials once. */
export const DemoDialog = ({ open, onClose, onExited }: DemoDialogProps) => {
  const heading = useId()
  const { demo, message, retry } = useNewDemo()
  const isBusy = demo === undefined && message === undefined
  return (
    <Dialog
      open={open}
      // Clicks outside the dialog must not lose the password.
      onClose={(_, reason) => {
        if (reason === 'escapeKeyDown' && !isBusy) onClose()
      }}
      maxWidth="xs"
      fullWidth
      aria-labelledby={heading}
      slotProps={{ transition: { onExited } }}
    >
      <DialogTitle id={heading}>Nuevo demo</DialogTitle>
      <DialogContent sx={{ pt: 0 }} aria-busy={isBusy}>
        {isBusy ? <Skeleton variant="rounded" height={148} aria-label="Creando el demo" /> : null}
        {message === undefined ? null : (
          <Alert
            severity="error"
            action={
              <Button color="inherit" onClick={retry}>
                Reintentar
              </Button>
            }
          >
            {message}
          </Alert>
        )}
        {demo === undefined ? null : (
          <>
            <Alert severity="success" role="status" sx={{ mb: 2 }}>
              Demo creado. La contraseña se muestra solo ahora.
            </Alert>
            <CredentialsCard credentials={demo} expiry={momentText(demo.dateExpire)} autoFocus />
          </>
        )}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        {demo === undefined ? (
          <Button
            component={LinkBase}
            to={`${pathOf('user-create')}?profile=demo`}
            disabled={isBusy}
            onClick={onClose}
          >
            Llenar los datos
          </Button>
        ) : (
          <Button component={LinkBase} to={formPathOf('users', demo.id)} onClick={onClose}>
            Abrir ficha
          </Button>
        )}
        <Button variant="outlined" disabled={isBusy} onClick={onClose}>
          Cerrar
        </Button>
      </DialogActions>
    </Dialog>
  )
}

const useNewDemo = () => {
  const { data: me } = useMe()
  const profiles = useProfiles()
  const platforms = usePlatforms()
  const platform = useSuggestedPlatform(me)
  const queryClient = useQueryClient()
  const [demo, setDemo] = useState<Demo>()
  const [message, setMessage] = useFailureMessage()
  const isStarted = useRef(false)
  const profile = profiles.data?.find(({ role, isAssignable }) => role === 'demo' && isAssignable)?.id
  const failure = profiles.error ?? platforms.error
  const isReady = profiles.data !== undefined && platform !== undefined

  const start = useCallback(async (): Promise<void> => {
    if (isStarted.current || !isReady) return
    isStarted.current = true
    setMessage(undefined)
    try {
      if (profile === undefined) throw new Error(USER_MESSAGES.profileNotAllowed)
      setDemo(await createDemo({ profile, platform }))
      void queryClient.invalidateQueries(listQueries('users'))
    } catch (error) {
      setMessage(errorText(error))
      isStarted.current = false
    }
  }, [isReady, profile, platform, queryClient, setMessage])

  const isFirst = useRef(true)
  useEffect(() => {
    if (!isReady || !isFirst.current) return
    isFirst.current = false
    void start()
  }, [isReady, start])

  const retry = (): void => {
    if (failure === null) void start()
    else void Promise.all([profiles.refetch(), platforms.refetch()])
  }
  return { demo, message: failure?.message ?? message, retry }
}
