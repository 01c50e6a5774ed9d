import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Stack from '@mui/material/Stack'
import { Form, useNavigate } from 'react-admin'
import { type FieldValues, useFormState, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { PASSWORD_CHANGE } from '../../../domain/sign-in/confirmation.ts'
import { MIN_PASSWORD, PASSWORD_MESSAGES } from '../../../domain/users/password.ts'
import { useFailureMessage } from '../../api/connection.ts'
import { ApiError, type FieldErrors, request } from '../../api/http.ts'
import { useMe } from '../../api/me.ts'
import { pathOf } from '../../api/paths.ts'
import type { SignInState } from '../../api/session.ts'
import { FocusFirstError, SchemaContext, schemaResolver } from '../../kit/inputs/form-kit.tsx'
import { PasswordInput } from '../../kit/inputs/inputs.tsx'
import { PageTitle } from '../../kit/page/Page.tsx'
import { PasswordStrength } from './PasswordStrength.tsx'

const CURRENT_MISSING = 'Debe digitar la contraseña actual.'
const NEW_MISSING = 'Debe digitar la nueva contraseña.'
const SIGNED_OUT: SignInState = {
  signOut: true,
  notice: 'Su contraseña fue cambiada. Inicie sesión de nuevo.',
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Validation that needs no request. */
const SCHEMA = z.object({
  oldPassword: z.string(CURRENT_MISSING).min(1, CURRENT_MISSING),
  newPassword: z.string(NEW_MISSING).min(1, NEW_MISSING).min(MIN_PASSWORD, PASSWORD_MESSAGES.short),
})
const resolver = schemaResolver(SCHEMA)
const EMPTY = { oldPassword: '', newPassword: '' }

const useChange = () => {
  const { data: me } = useMe()
  const navigate = useNavigate()
  const [message, setMessage] = useFailureMessage()
  const change = async (values: FieldValues): Promise<FieldErrors | undefined> => {
    setMessage(undefined)
    if (me === undefined) return undefined
    const passwords = {
      oldPassword: asText(values.oldPassword),
      newPassword: asText(values.newPassword),
      permissionToAlter: false,
    }
    try {
      await request('PUT /api/users/:id/password', { params: { id: me._id }, body: passwords })
      navigate(pathOf('login'), { state: SIGNED_OUT })
    } catch (error) {
      if (error instanceof ApiError && error.body.errors !== undefined) return error.body.errors
      setMessage(error instanceof Error ? error.message : String(error))
    }
    return undefined
  }
  return { change, message }
}

const NewStrength = () => <PasswordStrength password={asText(useWatch({ name: 'newPassword' }))} />

const Submit = () => {
  const { isSubmitting } = useFormState()
  return (
    <Button type="submit" variant="contained" aria-busy={isSubmitting}>
      Guardar
    </Button>
  )
}

/** Changes the current user's password (Cambio de contraseña), which ends all of the user's sessions. */
export const PasswordChange = () => {
  const isDemanded = useMe().data?.mustChangePassword === true
  const { change, message } = useChange()
  const navigate = useNavigate()
  return (
    <Card sx={{ maxWidth: 440, mx: 'auto', mt: { xs: 1, sm: 4 }, p: 3 }}>
      <Stack>
        <PageTitle title="Cambio de contraseña" />
        {isDemanded ? (
          <Alert severity="info" sx={{ mt: 1 }}>
            {PASSWORD_CHANGE.message}
          </Alert>
        ) : null}
        <Box role="alert" sx={{ my: 1 }}>
          {message === undefined ? null : <Alert severity="error">{message}</Alert>}
        </Box>
        <SchemaContext value={SCHEMA}>
          <Form
            record={EMPTY}
            resolver={resolver}
            onSubmit={change}
            noValidate
            shouldFocusError={false}
            disableInvalidFormNotification
          >
            <PasswordInput source="oldPassword" label="Contraseña actual" autoComplete="current-password" />
            <PasswordInput
              source="newPassword"
              label="Nueva contraseña"
              help="Al cambiarla deberá iniciar sesión de nuevo."
            />
            <NewStrength />
            <FocusFirstError />
            <Stack direction="row" spacing={1} sx={{ justifyContent: 'flex-end', mt: 1 }}>
              <Submit />
              {isDemanded ? null : (
                <Button variant="outlined" onClick={() => navigate(pathOf('main'))}>
                  Cancelar
                </Button>
              )}
            </Stack>
          </Form>
        </SchemaContext>
      </Stack>
    </Card>
  )
}
