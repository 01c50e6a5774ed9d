import AppBar from '@mui/material/AppBar'
import Box from '@mui/material/Box'
import Toolbar from '@mui/material/Toolbar'
import useMediaQuery from '@mui/material/useMediaQuery'
import { LinkBase } from 'ra-core'
import { pathOf } from '../../api/addresses.ts'
import { useMe } from '../../api/session/identity.ts'
import { Logo } from '../public/Logo.tsx'
import { NavDrawer } from './NavDrawer.tsx'
import { NavMenu } from './NavMenu.tsx'
import { UserMenu } from './UserMenu.tsx'
import { useMenus } from './use-menus.ts'

/** The bar over every screen: logo, menus, who is signed in. */
export const Navbar = () => {
  const { data: me } = useMe()
  const { menus, current } = useMenus()
  const isNarrow = useMediaQuery('(max-width: 899.95px)', { noSsr: true })
  return (
    <AppBar position="sticky" component="header">
      <Toolbar className="navbar">
        {isNarrow && menus.length > 0 ? <NavDrawer menus={menus} current={current} /> : null}
        <LinkBase to={pathOf('main')} className="nav-logo" aria-label="Cartelera: inicio">
          <Logo />
          <span>Cartelera</span>
        </LinkBase>
        {isNarrow || menus.length === 0 ? null : (
          <Box component="nav" aria-label="Menú principal" sx={{ display: 'flex', gap: 0.75 }}>
            {menus.map((menu) => (
              <NavMenu key={menu.group} menu={menu} current={current} />
            ))}
          </Box>
        )}
        <Box sx={{ flex: 1 }} />
        {me === undefined ? null : <UserMenu me={me} />}
      </Toolbar>
    </AppBar>
  )
}
