import ExpandMore from '@mui/icons-material/ExpandMore'
import Button from '@mui/material/Button'
import MuiMenu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { LinkBase } from 'ra-core'
import { useId, useState } from 'react'
import type { Menu } from '../../../domain/access/menus.ts'

interface NavMenuProps {
  menu: Menu
  current: string | undefined
}

/** One menu of the navbar. */
export const NavMenu = ({ menu, current }: NavMenuProps) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const id = useId()
  const isOpen = anchor !== null
  const isCurrent = menu.entries.some(({ template }) => template === current)
  const close = () => setAnchor(null)
  return (
    <>
      <Button
        id={`${id}-button`}
        className={isCurrent ? 'nav-button nav-current' : 'nav-button'}
        color="inherit"
        endIcon={<ExpandMore />}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-menu` : undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {menu.label}
      </Button>
      <MuiMenu
        id={`${id}-menu`}
        anchorEl={anchor}
        open={isOpen}
        onClose={close}
        // Inside the navbar's landmark, where readers look for it.
        disablePortal
        container={anchor?.parentElement}
        slotProps={{ list: { 'aria-labelledby': `${id}-button` } }}
      >
        {menu.entries.map(({ template, path, description }) => (
          <MenuItem
            key={template}
            component={LinkBase}
            to={path}
            selected={template === current}
            aria-current={template === current ? 'page' : undefined}
            onClick={close}
          >
            {description}
          </MenuItem>
        ))}
      </MuiMenu>
    </>
  )
}
