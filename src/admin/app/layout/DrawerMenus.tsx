import Drawer from '@mui/material/Drawer'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemText from '@mui/material/ListItemText'
import ListSubheader from '@mui/material/ListSubheader'
import { useId } from 'react'
import { LinkBase } from 'react-admin'
import type { Menu } from '../../../domain/access/menus.ts'

interface DrawerMenusProps {
  open: boolean
  menus: readonly Menu[]
  current: string | undefined
  onClose: () => void
}

/** The navbar's menus in a drawer; loaded when opened. */
const DrawerMenus = ({ open, menus, current, onClose }: DrawerMenusProps) => (
  <Drawer open={open} onClose={onClose} slotProps={{ paper: { 'aria-label': 'Menú', role: 'dialog' } }}>
    <nav aria-label="Menú principal" style={{ width: 272 }}>
      {menus.map((menu) => (
        <Entries key={menu.group} menu={menu} current={current} onGo={onClose} />
      ))}
    </nav>
  </Drawer>
)

interface EntriesProps {
  menu: Menu
  current: string | undefined
  onGo: () => void
}

const Entries = ({ menu, current, onGo }: EntriesProps) => {
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

export default DrawerMenus
