import MoreIcon from '@mui/icons-material/MoreVert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { createContext, type ReactNode, useContext } from 'react'
import { LinkBase } from 'react-admin'
import { DropDown, DropDownAction, DropDownLink } from '../page/DropDown.tsx'

const IsInMenu = createContext(false)

/** Below this width, a list's tools don't fit next to the heading with their labels. */
const NARROW = '(max-width: 1439.95px)'

interface ListToolsProps {
  /** Buttons next to the heading; on a narrower screen items of the menu 'Más'. */
  children: ReactNode
  /** Rarely used: menu items at any width. */
  rare?: ReactNode
}

/** The secondary actions of a list. */
export const ListTools = ({ children, rare }: ListToolsProps) => {
  const isNarrow = useMediaQuery(NARROW, { noSsr: true })
  const hasRoom = useMediaQuery('(min-width: 900px)', { noSsr: true })
  return (
    <>
      {isNarrow ? null : <Box sx={{ display: 'flex', gap: 0.5, alignItems: 'center' }}>{children}</Box>}
      {isNarrow || rare ? (
        <IsInMenu value>
          <DropDown label={hasRoom ? 'Más' : <MoreIcon />} name="Más" isAtTheEnd isKept>
            {isNarrow ? children : null}
            {rare}
          </DropDown>
        </IsInMenu>
      ) : null}
    </>
  )
}

interface ListToolProps {
  icon: ReactNode
  label: string
  /** Outlined, because its label shows the current state. */
  isProminent?: boolean
  isDangerous?: boolean
}

type Doing =
  | { to: string; onChosen?: never; opens?: never }
  | {
      to?: never
      /** Receives the pressed button, or the menu's, to which a popover can be attached. */
      onChosen: (button: HTMLElement | null) => void
      opens?: 'dialog' | 'menu'
    }

/** A tool of a list. Dialogs that it opens are rendered next to it, as the menu keeps its items mounted. */
export const ListTool = ({
  icon,
  label,
  isProminent = false,
  isDangerous = false,
  ...doing
}: ListToolProps & Doing) => {
  const isInMenu = useContext(IsInMenu)
  const { to, onChosen, opens } = doing
  if (isInMenu)
    return to === undefined ? (
      <DropDownAction onChosen={onChosen} opens={opens} isDangerous={isDangerous}>
        {icon}
        {label}
      </DropDownAction>
    ) : (
      <DropDownLink to={to} isCurrent={false}>
        {icon}
        {label}
      </DropDownLink>
    )
  const look = {
    startIcon: isProminent ? undefined : icon,
    variant: isProminent ? ('outlined' as const) : undefined,
    sx: isProminent ? {} : { px: 1 },
    children: (
      <Typography component="span" variant="inherit" noWrap sx={{ maxWidth: 220 }}>
        {label}
      </Typography>
    ),
  }
  return to === undefined ? (
    <Button {...look} aria-haspopup={opens} onClick={({ currentTarget }) => onChosen(currentTarget)} />
  ) : (
    <Button {...look} component={LinkBase} to={to} />
  )
}
