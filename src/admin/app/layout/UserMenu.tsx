import DarkMode from '@mui/icons-material/DarkModeOutlined'
import ExpandMore from '@mui/icons-material/ExpandMore'
import Key from '@mui/icons-material/KeyOutlined'
import LightMode from '@mui/icons-material/LightModeOutlined'
import Logout from '@mui/icons-material/Logout'
import Avatar from '@mui/material/Avatar'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { LinkBase, useNavigate } from 'ra-core'
import { useState } from 'react'
import { useTheme } from 'react-admin'
import { pathOf, placeOf } from '../../api/addresses.ts'
import { useRealLocation } from '../../api/router.tsx'
import type { Me } from '../../api/session/me.ts'
import type { SignInState } from '../../api/session/sign-in-state.ts'

const LEAVING: SignInState = { signOut: true }

const initialOf = ({ fullName, name }: Me): string => (fullName || name).trim().charAt(0).toUpperCase()

const ThemeEntry = ({ onChosen }: { onChosen: () => void }) => {
  const [theme, setTheme] = useTheme()
  const isDark = theme === 'dark'
  const toggle = () => {
    setTheme(isDark ? 'light' : 'dark')
    onChosen()
  }
  return (
    <MenuItem onClick={toggle}>
      <ListItemIcon>{isDark ? <LightMode fontSize="small" /> : <DarkMode fontSize="small" />}</ListItemIcon>
      {isDark ? 'Tema claro' : 'Tema oscuro'}
    </MenuItem>
  )
}

const Entries = ({ close }: { close: () => void }) => {
  const navigate = useNavigate()
  const { pathname } = useRealLocation()
  const password = pathOf('password-change')
  // A form with unsaved changes may refuse to be left, so the session ends on the other side.
  const leave = () => {
    close()
    navigate(pathOf('login'), { state: LEAVING })
  }
  const isHere = placeOf(pathname)?.route.path === password
  return (
    <>
      <MenuItem component={LinkBase} to={password} onClick={close} aria-current={isHere ? 'page' : undefined}>
        <ListItemIcon>
          <Key fontSize="small" />
        </ListItemIcon>
        Cambiar contraseña
      </MenuItem>
      <ThemeEntry onChosen={close} />
      <Divider />
      <MenuItem onClick={leave}>
        <ListItemIcon>
          <Logout fontSize="small" />
        </ListItemIcon>
        Salir
      </MenuItem>
    </>
  )
}

/** Who is signed in, and what concerns only them. */
export const UserMenu = ({ me }: { me: Me }) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => setAnchor(null)
  return (
    <>
      <Button
        className="nav-button"
        color="inherit"
        endIcon={<ExpandMore />}
        aria-label={`Menú del usuario: ${me.fullName}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Avatar sx={{ width: 30, height: 30, fontSize: 15, fontWeight: 700 }}>{initialOf(me)}</Avatar>
        <Box component="span" className="nav-name">
          {me.fullName}
        </Box>
      </Button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        disablePortal
        container={anchor?.parentElement}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      >
        <Entries close={close} />
      </Menu>
    </>
  )
}
