import MenuIcon from '@mui/icons-material/Menu'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemText from '@mui/material/ListItemText'
import ListSubheader from '@mui/material/ListSubheader'
import { LinkBase } from 'ra-core'
import { useId, useState } from 'react'
import type { Menu } from '../../../domain/access/menus.ts'

interface NavDrawerProps {
  menus: readonly Menu[]
  current: string | undefined
}

const Entries = ({ menu, current, onGo }: { menu: Menu; current: string | undefined; onGo: () => void }) => {
  const id = useId()
  return (
    <List aria-labelledby={id} subheader={<ListSubheader id={id}>{menu.label}</ListSubheader>}>
      {menu.entries.map(({ template, path, description }) => (
        <ListItem key={template} disablePadding>
          <ListItemButton
            component={LinkBase}
            to={path}
            selected={template === current}
            aria-current={template === current ? 'page' : undefined}
            onClick={onGo}
            sx={{ minHeight: 44 }}
          >
            <ListItemText primary={description} />
          </ListItemButton>
        </ListItem>
      ))}
    </List>
  )
}

/** The same menus on a narrow screen, in a drawer. */
export const NavDrawer = ({ menus, current }: NavDrawerProps) => {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <IconButton
        className="nav-drawer"
        color="inherit"
        edge="start"
        aria-label="Abrir el menú"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
        sx={{ width: 44, height: 44 }}
      >
        <MenuIcon />
      </IconButton>
      <Drawer open={isOpen} onClose={close} slotProps={{ paper: { 'aria-label': 'Menú', role: 'dialog' } }}>
        <nav aria-label="Menú principal" style={{ width: 272 }}>
          {menus.map((menu) => (
            <Entries key={menu.group} menu={menu} current={current} onGo={close} />
          ))}
        </nav>
      </Drawer>
    </>
  )
}
