import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Session } from '../../../domain/sign-in/endpoints.ts'
import { request } from '../../api/http.ts'
import { momentText } from '../../kit/display/dates.ts'
import { Tag } from '../../kit/display/display.tsx'

/** The open sessions of another user, or one's own; read again whenever they are shown. */
export const useSessions = (user?: string) =>
  useQuery({
    queryKey: ['sessions', user],
    queryFn: ({ signal }) =>
      user === undefined
        ? request('GET /api/me/sessions', { signal })
        : request('GET /api/users/:id/sessions', { params: { id: user }, signal }),
    staleTime: 0,
  })

const UNKNOWN = 'Dispositivo desconocido'

export const deviceName = ({ device }: Session): string => device || UNKNOWN

interface SessionListProps {
  sessions: ReturnType<typeof useSessions>
  /** At the end of each row. */
  action?: (session: Session) => ReactNode
}

const currentFirst = (sessions: readonly Session[]): Session[] =>
  sessions.toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent))

/** Sessions with their device, IP address and times. */
export const SessionList = ({ sessions: { data, error }, action }: SessionListProps) => {
  if (error !== null) return <Alert severity="error">{error.message}</Alert>
  if (data === undefined) return <Box sx={{ py: 2, color: 'text.secondary' }}>Cargando las sesiones…</Box>
  if (data.length === 0) return <Box sx={{ py: 2, color: 'text.secondary' }}>No hay sesiones abiertas.</Box>
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {currentFirst(data).map((session) => (
        <Box
          component="li"
          key={session._id}
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 1.5,
            py: 1.25,
            borderTop: 1,
            borderColor: 'divider',
            '&:first-of-type': { borderTop: 0, pt: 0 },
            '&:last-of-type': { pb: 0 },
          }}
        >
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
              <Box component="span" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
                {deviceName(session)}
              </Box>
              {session.isCurrent ? <Tag tone="green">Esta sesión</Tag> : null}
              {session.isApp ? <Tag>Aplicación</Tag> : null}
            </Box>
            <Box sx={{ fontSize: 13, color: 'text.secondary', overflowWrap: 'anywhere' }}>
              {session.address === '' ? null : <div>Dirección {session.address}</div>}
              <div>Iniciada el {momentText(session.dateBegin)}</div>
              <div>Usada el {momentText(session.lastUse)}</div>
            </Box>
          </Box>
          {action?.(session)}
        </Box>
      ))}
    </Box>
  )
}
