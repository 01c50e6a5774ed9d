import CheckIcon from '@mui/icons-material/Check'
import CloseIcon from '@mui/icons-material/Close'
import Alert from '@mui/material/Alert'
import AppBar from '@mui/material/AppBar'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { type Menu, permittedMenus } from '../../../domain/access/menus.ts'
import { canOpen } from '../../../domain/access/permissions.ts'
import type { Route } from '../../../domain/access/routes.ts'
import { groupsMatching } from '../../../domain/access/selection.ts'
import type { RecordOf } from '../../api/http.ts'

const NO_WEB = 'Este perfil no tiene acceso web: sus usuarios no pueden iniciar sesión aquí.'
const NO_MENU = 'Este perfil no ve ningún menú.'

const COLUMNS = { display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(200px, 1fr))', gap: 2 }
const PLAIN_LIST = { listStyle: 'none', m: 0, p: 0 } as const

const MenuColumn = ({ label, entries }: Menu) => {
  const heading = useId()
  return (
    <div>
      <Typography id={heading} component="h4" sx={{ fontWeight: 700, color: 'common.white', mb: 0.5 }}>
        {label}
      </Typography>
      <Box component="ul" aria-labelledby={heading} sx={PLAIN_LIST}>
        {entries.map(({ template, description }) => (
          <li key={template}>{description}</li>
        ))}
      </Box>
    </div>
  )
}

const Navbar = ({ menus }: { menus: readonly Menu[] }) => (
  <AppBar position="static" component="div" sx={{ borderRadius: '8px', px: 2, py: 1.5, color: '#d7deea' }}>
    {menus.length === 0 ? NO_MENU : null}
    <Box sx={COLUMNS}>
      {menus.map((menu) => (
        <MenuColumn key={menu.group} {...menu} />
      ))}
    </Box>
  </AppBar>
)

const RouteLine = ({ route, isOpen }: { route: Route; isOpen: boolean }) => (
  <Box
    component="li"
    sx={{ display: 'flex', gap: 1, py: 0.25, color: isOpen ? 'text.primary' : 'text.secondary' }}
  >
    {isOpen ? (
      <CheckIcon fontSize="small" color="success" titleAccess="Abierta" />
    ) : (
      <CloseIcon fontSize="small" titleAccess="Cerrada" />
    )}
    <span>
      {route.description}{' '}
      <Box component="span" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {route.path}
      </Box>
    </span>
  </Box>
)

const RouteLists = ({ profile }: { profile: RecordOf<'profiles'> }) => (
  <Box sx={COLUMNS}>
    {groupsMatching('').map(({ group, label, routes }) => (
      <section key={group} aria-label={label}>
        <Typography component="h4" sx={{ fontWeight: 700 }}>
          {label} ({routes.filter((route) => canOpen(profile, route)).length} de {routes.length})
        </Typography>
        <Box component="ul" sx={PLAIN_LIST}>
          {routes.map((route) => (
            <RouteLine key={route.template} route={route} isOpen={canOpen(profile, route)} />
          ))}
        </Box>
      </section>
    ))}
  </Box>
)

interface ProfilePreviewProps {
  /** Includes the form's unsaved values. */
  profile: RecordOf<'profiles'>
  open: boolean
  onClose: () => void
}

/** The navbar and routes of a profile, by the navbar's and router's own rules. */
export const ProfilePreview = ({ profile, open, onClose }: ProfilePreviewProps) => {
  const heading = useId()
  return (
    <Dialog open={open} onClose={onClose} maxWidth="md" fullWidth aria-labelledby={heading}>
      <DialogTitle id={heading} sx={{ overflowWrap: 'anywhere' }}>
        Ver como {profile.name}
      </DialogTitle>
      {/* Focusable, so that the keyboard can scroll it. */}
      <DialogContent tabIndex={0} role="group" aria-label="Menús y rutas">
        {profile.accessWeb ? null : (
          <Alert severity="warning" sx={{ mb: 2 }}>
            {NO_WEB}
          </Alert>
        )}
        <Typography variant="h3" sx={{ mb: 1, fontSize: 15 }}>
          Menús
        </Typography>
        <Navbar menus={permittedMenus(profile)} />
        <Typography variant="h3" sx={{ mt: 2, mb: 1, fontSize: 15 }}>
          Rutas
        </Typography>
        <RouteLists profile={profile} />
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button variant="contained" onClick={onClose}>
          Cerrar
        </Button>
      </DialogActions>
    </Dialog>
  )
}
