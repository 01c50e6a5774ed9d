import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { useNotify } from 'react-admin'
import type { Session } from '../../../domain/sign-in/endpoints.ts'
import { request } from '../../api/http.ts'
import { ConfirmDialog } from '../../kit/dialogs/ConfirmDialog.tsx'
import { leaveDialog } from '../../kit/form/FormDialog.tsx'
import { deviceName, SessionList, useSessions } from './SessionList.tsx'

const useEndSession = (refetch: () => Promise<unknown>) => {
  const notify = useNotify()
  const [isBusy, setBusy] = useState(false)
  const end = async (ending: Promise<unknown>, said: string): Promise<void> => {
    setBusy(true)
    try {
      await ending
      notify(said, { type: 'success' })
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { type: 'error' })
    } finally {
      await refetch()
      setBusy(false)
      leaveDialog()
    }
  }
  return { end, isBusy }
}

/** 'Sesiones abiertas': one's own, each of which can be ended from here (rule P19). */
export const SessionsSection = () => {
  const heading = useId()
  const sessions = useSessions()
  const { end, isBusy } = useEndSession(sessions.refetch)
  const [isAsking, setAsking] = useState(false)
  const others = (sessions.data ?? []).filter(({ isCurrent }) => !isCurrent).length
  const endOne = ({ _id }: Session) =>
    end(request('DELETE /api/me/sessions/:id', { params: { id: _id } }), 'La sesión fue cerrada.')
  const endOthers = async (): Promise<void> => {
    await end(request('DELETE /api/me/sessions'), 'Las demás sesiones fueron cerradas.')
    setAsking(false)
  }
  return (
    <Card component="section" aria-labelledby={heading} sx={{ px: 2.25, py: 2 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mb: 1 }}>
        <Typography id={heading} variant="h2" sx={{ flex: 1 }}>
          Sesiones abiertas
        </Typography>
        {others > 0 ? (
          <Button variant="outlined" color="error" disabled={isBusy} onClick={() => setAsking(true)}>
            Cerrar las demás
          </Button>
        ) : null}
      </Box>
      <Typography sx={{ color: 'text.secondary', mb: 1 }}>
        Si no reconoce alguna, ciérrela y cambie su contraseña.
      </Typography>
      <SessionList
        sessions={sessions}
        action={(session) =>
          session.isCurrent ? null : (
            <Button
              variant="outlined"
              size="small"
              aria-label={`Cerrar la sesión de ${deviceName(session)}`}
              disabled={isBusy}
              onClick={() => endOne(session)}
            >
              Cerrar
            </Button>
          )
        }
      />
      <ConfirmDialog
        open={isAsking}
        title={others === 1 ? '¿Cerrar la otra sesión?' : `¿Cerrar las otras ${others} sesiones?`}
        confirmLabel="Cerrar"
        danger
        busy={isBusy}
        onConfirm={endOthers}
        onClose={() => setAsking(false)}
      >
        Esta sesión sigue abierta.
      </ConfirmDialog>
    </Card>
  )
}
