import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useEffect, useId, useState } from 'react'
import { PASSWORD_MESSAGES, STRENGTH_NAMES } from '../../../domain/users/password.ts'
import { type ResponseBody, request } from '../../api/http.ts'

/** Milliseconds, longer than the pause between two keystrokes. */
const PAUSE = 400

type Strength = ResponseBody<'POST /api/passwords/strength'>

/** Not a query: the cache would keep the password in memory. */
const useStrength = (password: string): Strength | undefined => {
  const [result, setResult] = useState<{ password: string; strength: Strength }>()
  useEffect(() => {
    if (password === '') return undefined
    const controller = new AbortController()
    const estimate = async () => {
      const { signal } = controller
      setResult({
        password,
        strength: await request('POST /api/passwords/strength', { body: { password }, signal }),
      })
    }
    // The estimate is optional: a password can be set without it.
    const timer = setTimeout(() => void estimate().catch(() => undefined), PAUSE)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [password])
  return result?.password === password ? result.strength : undefined
}

const COLORS = ['error', 'error', 'warning', 'success', 'success'] as const

/** The strength of a staff password while typing; advisory only. */
export const PasswordStrength = ({ password }: { password: string }) => {
  const strength = useStrength(password)
  const label = useId()
  if (password === '') return null
  const score = strength?.isCommon ? 0 : (strength?.score ?? 0)
  return (
    <Box sx={{ mt: 0.5, mb: 1 }}>
      <LinearProgress
        variant="determinate"
        value={strength === undefined ? 0 : (score + 1) * 20}
        color={COLORS[score] ?? 'error'}
        aria-labelledby={label}
        sx={{ height: 6, borderRadius: 3 }}
      />
      <Typography id={label} role="status" variant="caption" component="p" sx={{ mt: 0.5, minHeight: 20 }}>
        {strength === undefined
          ? 'Seguridad de la contraseña'
          : `Seguridad: ${STRENGTH_NAMES[score] ?? ''}. `}
        {strength?.isCommon ? PASSWORD_MESSAGES.commonAdvice : null}
      </Typography>
    </Box>
  )
}
