import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { LinkBase } from 'react-admin'
import { type FieldValues, useFormState, useWatch } from 'react-hook-form'
import { generateDemo, MAX_DEMO_NAMES } from '../../../domain/users/suggestions.ts'
import { demoRecipientSchema } from '../../../domain/users/user.ts'
import { USER_MESSAGES } from '../../../domain/users/user-messages.ts'
import { useFailureMessage } from '../../api/connection.ts'
import { ApiError, type FieldErrors, request } from '../../api/http.ts'
import { useCan, useMe } from '../../api/me.ts'
import { formPathOf, pathOf } from '../../api/paths.ts'
import { listQueries } from '../../api/query-client.ts'
import { momentText } from '../../kit/display/dates.ts'
import { FieldGrid, Span } from '../../kit/form/FormSection.tsx'
import { messagesIn, SchemaForm } from '../../kit/inputs/form-kit.tsx'
import { TextInput } from '../../kit/inputs/inputs.tsx'
import { SAVED } from '../../kit/page/Page.tsx'
import { RetryAlert } from '../../kit/page/RetryAlert.tsx'
import { addresseeKey } from '../user-notices/NoticeLinks.tsx'
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
  const canModify = useCan('modify', 'users')
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
        {isBusy ? (
          <Skeleton variant="rounded" height={148} role="progressbar" aria-label="Creando el demo" />
        ) : null}
        {message === undefined ? null : <RetryAlert message={message} onRetry={retry} />}
        {demo === undefined ? null : (
          <>
            <Alert severity="success" role="status" sx={{ mb: 2 }}>
              Demo creado. La contraseña se muestra solo ahora.
            </Alert>
            <CredentialsCard credentials={demo} expiry={momentText(demo.dateExpire)} autoFocus />
            {canModify ? <Recipient id={demo.id} /> : null}
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

const NOBODY = { fullName: '', celPhone: '' }

/** Whom the demo is for, if wanted: with a mobile, its credentials can be sent by WhatsApp. */
const Recipient = ({ id }: Pick<Credentials, 'id'>) => {
  const heading = useId()
  const queryClient = useQueryClient()
  const [message, setMessage] = useFailureMessage()
  const [isSaved, setSaved] = useState(false)
  const save = async (values: FieldValues): Promise<FieldErrors | undefined> => {
    setMessage(undefined)
    setSaved(false)
    const body = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
    if (Object.keys(body).length === 0) return undefined
    try {
      const user = await request('PUT /api/users/:id', { params: { id }, body })
      queryClient.setQueryData(addresseeKey(id), user)
      void queryClient.invalidateQueries(listQueries('users'))
      setSaved(true)
    } catch (error) {
      if (error instanceof ApiError && error.body.errors !== undefined) return error.body.errors
      setMessage(errorText(error))
    }
    return undefined
  }
  return (
    <Box
      component="section"
      aria-labelledby={heading}
      sx={{ mt: 2, pt: 1.5, borderTop: 1, borderColor: 'divider' }}
    >
      <Typography id={heading} variant="h3" sx={{ mb: 1, fontSize: 14 }}>
        ¿Para quién es? (opcional)
      </Typography>
      <SchemaForm schema={demoRecipientSchema} record={NOBODY} onSubmit={save}>
        <FieldGrid>
          <Span of={7}>
            <TextInput source="fullName" label="Nombre completo" />
          </Span>
          <Span of={5}>
            <TextInput source="celPhone" label="Celular" type="tel" />
          </Span>
        </FieldGrid>
        <div role="alert">{message === undefined ? null : <Alert severity="error">{message}</Alert>}</div>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, mt: 1 }}>
          <SaveRecipient />
          <span role="status">{isSaved ? SAVED : ''}</span>
        </Box>
      </SchemaForm>
    </Box>
  )
}

const SaveRecipient = () => {
  const { isSubmitting } = useFormState()
  const isEmpty = useWatch({ name: ['fullName', 'celPhone'] }).every((value: unknown) => !value)
  return (
    <Button type="submit" variant="outlined" disabled={isEmpty} loading={isSubmitting}>
      Guardar
    </Button>
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
