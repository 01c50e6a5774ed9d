import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useLocation, useNavigate } from 'ra-core'
import { type KeyboardEvent, useState } from 'react'
import { ROUTES } from '../../../domain/access/routes.ts'
import { groupsMatching, isListable } from '../../../domain/access/selection.ts'
import { isSaProfile, profileError } from '../../../domain/users/profile-rules.ts'
import type { RecordOf } from '../../api/http.ts'
import { type Me, useCan } from '../../api/me.ts'
import { MarkBoxes, RouteGroupCard } from './RouteGroupCard.tsx'
import { usePermissions } from './use-permissions.ts'

const HINT =
  'Elegir una ruta permite verla. Registrar, Modificar y Eliminar se ofrecen en las rutas de las que dependen; ' +
  'al elegir una de estas operaciones se elige también su ruta.'

const BAR = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 2,
  rowGap: 1,
  px: 2.25,
  py: 1.5,
}

// Enter in the search box must not submit the form.
const keepFromSaving = (event: KeyboardEvent): void => {
  if (event.key === 'Enter') event.preventDefault()
}

interface SearchProps {
  text: string
  setText: (text: string) => void
  found: number
}

const Search = ({ text, setText, found }: SearchProps) => (
  <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, flex: '1 1 300px' }}>
    <TextField
      type="search"
      placeholder="Buscar rutas"
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={keepFromSaving}
      slotProps={{ htmlInput: { 'aria-label': 'Buscar rutas', maxLength: 100 } }}
      sx={{ flex: '1 1 200px', maxWidth: { sm: 320 }, my: 0 }}
    />
    <Typography role="status" color="text.secondary" sx={{ whiteSpace: 'nowrap' }}>
      {found === ROUTES.length ? `${found} rutas` : `${found} de ${ROUTES.length} rutas`}
    </Typography>
  </Box>
)

/** The table of routes with the profile's permissions; the search hides rows and keeps their choices. */
export const PermissionsInput = ({ profile, me }: { profile: RecordOf<'profiles'>; me: Me }) => {
  const permissions = usePermissions(profile, me)
  const [text, setText] = useSearchText()
  const canModify = useCan('modify', 'profiles')
  const isReadOnly = !canModify || isSaProfile(profile) || profileError(me, profile) !== undefined
  const groups = groupsMatching(text)
  const found = groups.flatMap(({ routes }) => routes)
  return (
    <Box component="section" aria-label="Permisos" data-field="routeAccess">
      {permissions.error === undefined ? null : (
        <Alert severity="error" tabIndex={-1} data-invalid="true" sx={{ mb: 2 }}>
          {permissions.error}
        </Alert>
      )}
      <Card sx={{ mb: 2 }}>
        <Box sx={BAR}>
          <Search text={text} setText={setText} found={found.length} />
          <MarkBoxes
            label={text.trim() === '' ? 'Seleccionar todo' : 'Seleccionar lo encontrado'}
            of={text.trim() === '' ? 'todo' : 'lo encontrado'}
            routes={found.filter(isListable)}
            permissions={permissions}
            isReadOnly={isReadOnly}
          />
        </Box>
        <Typography color="text.secondary" sx={{ px: 2.25, pb: 1.5 }}>
          {HINT}
        </Typography>
      </Card>
      {groups.map((group) => (
        <RouteGroupCard key={group.group} group={group} permissions={permissions} isReadOnly={isReadOnly} />
      ))}
      {groups.length === 0 ? (
        <Typography sx={{ py: 3 }}>Ninguna ruta coincide con la búsqueda.</Typography>
      ) : null}
    </Box>
  )
}

const NAME = 'q'

/** The search text, kept in the URL without a history entry per key. */
const useSearchText = (): [text: string, setText: (text: string) => void] => {
  const { search } = useLocation()
  const navigate = useNavigate()
  const [text, setText] = useState(() => new URLSearchParams(search).get(NAME) ?? '')
  const change = (next: string): void => {
    setText(next)
    navigate({ search: next === '' ? '' : `?${new URLSearchParams({ [NAME]: next })}` }, { replace: true })
  }
  return [text, change]
}
