import ChecklistIcon from '@mui/icons-material/Checklist'
import DarkMode from '@mui/icons-material/DarkModeOutlined'
import Key from '@mui/icons-material/KeyOutlined'
import LightMode from '@mui/icons-material/LightModeOutlined'
import Logout from '@mui/icons-material/Logout'
import MenuIcon from '@mui/icons-material/Menu'
import Tasks from '@mui/icons-material/PlaylistAddCheck'
import Shield from '@mui/icons-material/ShieldOutlined'
import AppBar from '@mui/material/AppBar'
import Avatar from '@mui/material/Avatar'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Toolbar from '@mui/material/Toolbar'
import useMediaQuery from '@mui/material/useMediaQuery'
import { memo, Suspense, useEffect, useMemo, useState } from 'react'
import { LinkBase, useNavigate, useStore, useTheme } from 'react-admin'
import { currentEntry, type Menu, permittedMenus } from '../../../domain/access/menus.ts'
import { VERSION } from '../../../domain/version.ts'
import { Loaded, lazy, loadable } from '../../api/connection.ts'
import { API_URL } from '../../api/http.ts'
import { type Me, useMe } from '../../api/me.ts'
import { matchRoute, pathOf } from '../../api/paths.ts'
import { useOpeningPath, useRealLocation } from '../../api/router.tsx'
import { SIGNING_OUT } from '../../api/session.ts'
import { useSettings } from '../../api/settings.ts'
import { openJobs, useShownJobs } from '../../kit/jobs/shown-jobs.ts'
import { DropDown, DropDownAction, DropDownLink } from '../../kit/page/DropDown.tsx'
import { NavButton } from '../../kit/page/NavButton.tsx'
import {
  CHECKLIST_REOPENED,
  CHECKLISTS,
  type ChecklistName,
  useChecklistState,
} from '../home/checklist-state.ts'
import { Logo } from '../public/PublicPage.tsx'
import { COMMAND, Keys } from '../search/Keys.tsx'
import { openHelp, openSearch, prepareSearch } from '../search/Shortcuts.tsx'
import styles from './Navbar.module.css'

/** The bar above every screen: logo, menus, current user. Each part only re-renders when its props change. */
export const Navbar = memo(() => {
  const { data: me } = useMe()
  const { menus, current } = useMenus()
  const isNarrow = useMediaQuery('(max-width: 899.95px)', { noSsr: true })
  return (
    <AppBar position="sticky" component="header">
      <Toolbar className={styles.navbar}>
        {isNarrow && menus.length > 0 ? <NavDrawer menus={menus} current={current} /> : null}
        <HomeLink />
        {isNarrow || menus.length === 0 ? null : (
          <Box component="nav" aria-label="Menú principal" sx={{ display: 'flex', gap: 0.75 }}>
            {menus.map((menu) => (
              <NavMenu key={menu.group} menu={menu} current={entryIn(menu, current)} />
            ))}
          </Box>
        )}
        <Box sx={{ flex: 1 }} />
        {me?.demo === undefined ? null : <Loaded of={DEMO_TAG} pending={null} />}
        {me === undefined || me.mustChangePassword ? null : (
          <>
            <LaterJobs key={me._id} />
            <SearchButton />
          </>
        )}
        {me === undefined ? null : <UserMenu me={me} />}
      </Toolbar>
    </AppBar>
  )
})

interface Brand {
  name: string
  logo: { path: string; width: number; height: number } | null
}

/** Name and logo of the business if the settings want them here, remembered for the next load (rule S12). */
const useBrand = (): Brand => {
  const { data: settings } = useSettings()
  const [brand, setBrand] = useStore<Brand | null>('navbar.brand', null)
  useEffect(() => {
    if (settings === undefined) return
    const { businessInNavbar, businessName = '', businessLogo = null } = settings
    const isShown = businessInNavbar && (businessName !== '' || businessLogo !== null)
    setBrand(isShown ? { name: businessName, logo: businessLogo } : null)
  }, [settings, setBrand])
  return brand ?? { name: 'Cartelera', logo: null }
}

const LOGO_HEIGHT = 28

const HomeLink = () => {
  const { name, logo } = useBrand()
  return (
    <LinkBase to={pathOf('main')} className={styles.logo} aria-label={`${name || 'Cartelera'}: inicio`}>
      {logo === null ? (
        <Logo />
      ) : (
        <img
          src={`${API_URL}${logo.path}`}
          alt=""
          width={Math.round((LOGO_HEIGHT * logo.width) / logo.height)}
          height={LOGO_HEIGHT}
        />
      )}
      <span>{name}</span>
    </LinkBase>
  )
}

const DEMO_TAG = loadable(async () => (await import('./DemoTag.tsx')).DemoTag)
const JOBS = loadable(async () => (await import('./OwnJobs.tsx')).OwnJobs)

/** Milliseconds of delay, to load after the first screen's needs. */
const JOBS_AFTER_MS = 2_000

const LaterJobs = () => {
  const [isWanted, setWanted] = useState(false)
  const isShown = useShownJobs() !== undefined
  if (isShown && !isWanted) setWanted(true)
  useEffect(() => {
    const timer = setTimeout(() => setWanted(true), JOBS_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return isWanted ? <Loaded of={JOBS} pending={null} /> : null
}

/** Looks like a field; opens the search, on a phone full-screen. */
const SearchButton = () => (
  <NavButton
    aria-label="Buscar en todo"
    aria-haspopup="dialog"
    aria-keyshortcuts={COMMAND === '⌘' ? 'Meta+K' : 'Control+K'}
    onClick={openSearch}
    onPointerEnter={prepareSearch}
    onFocus={prepareSearch}
  >
    <svg
      viewBox="0 0 24 24"
      width="18"
      height="18"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden="true"
    >
      <circle cx="10" cy="10" r="6" />
      <path d="m15 15 5 5" />
    </svg>
    Buscar
    <span aria-hidden="true" className={styles.keys}>
      <Keys keys={[COMMAND, 'K']} />
    </span>
  </NavButton>
)

interface NavMenuProps {
  menu: Menu
  /** The current entry, if it is in this menu. */
  current: string | undefined
}

const entryIn = (menu: Menu, current: string | undefined): string | undefined =>
  menu.entries.some(({ template }) => template === current) ? current : undefined

const NavMenu = memo(({ menu, current }: NavMenuProps) => (
  <DropDown label={menu.label} isCurrent={current !== undefined}>
    {menu.entries.map(({ template, path, description }) => (
      <DropDownLink key={template} to={path} isCurrent={template === current}>
        {description}
      </DropDownLink>
    ))}
  </DropDown>
))

interface NavDrawerProps {
  menus: readonly Menu[]
  current: string | undefined
}

const DrawerMenus = lazy(() => import('./DrawerMenus.tsx'))

/** The menus in a drawer, for narrow screens. */
const NavDrawer = ({ menus, current }: NavDrawerProps) => {
  const [isOpen, setOpen] = useState(false)
  const [isUsed, setUsed] = useState(false)
  const open = (): void => {
    setUsed(true)
    setOpen(true)
  }
  return (
    <>
      <IconButton
        color="inherit"
        edge="start"
        aria-label="Abrir el menú"
        aria-expanded={isOpen}
        onClick={open}
        sx={{ width: 44, height: 44 }}
      >
        <MenuIcon />
      </IconButton>
      <Suspense fallback={null}>
        {isUsed ? (
          <DrawerMenus open={isOpen} menus={menus} current={current} onClose={() => setOpen(false)} />
        ) : null}
      </Suspense>
    </>
  )
}

const userInitial = ({ fullName, name }: Me): string => (fullName || name).trim().charAt(0).toUpperCase()

const ThemeEntry = () => {
  const [theme, setTheme] = useTheme()
  const isDark = theme === 'dark'
  return (
    <DropDownAction onChosen={() => setTheme(isDark ? 'light' : 'dark')}>
      {isDark ? <LightMode fontSize="small" /> : <DarkMode fontSize="small" />}
      {isDark ? 'Tema claro' : 'Tema oscuro'}
    </DropDownAction>
  )
}

/** Shows a closed checklist on the home page again. */
const ChecklistEntry = ({ me, name }: { me: Me; name: ChecklistName }) => {
  const [state, setState] = useChecklistState(me, name)
  const navigate = useNavigate()
  if (state !== 'closed') return null
  const reopen = (): void => {
    setState(null)
    navigate(pathOf('main'), { state: CHECKLIST_REOPENED })
  }
  return (
    <DropDownAction onChosen={reopen}>
      <ChecklistIcon fontSize="small" />
      {CHECKLISTS[name]}
    </DropDownAction>
  )
}

const OwnEntries = ({ me }: { me: Me }) => {
  // A pending password change would block the other screens.
  const isFree = !me.mustChangePassword
  const navigate = useNavigate()
  const pathname = usePresentPath()
  const [password, security] = [pathOf('password-change'), pathOf('security')]
  const current = matchRoute(pathname)?.route.path
  // A form with unsaved changes can block leaving, so the sign-in page ends the session.
  const leave = () => navigate(pathOf('login'), { state: SIGNING_OUT })
  return (
    <>
      <DropDownLink to={password} isCurrent={current === password}>
        <Key fontSize="small" />
        Cambiar contraseña
      </DropDownLink>
      {isFree ? (
        <>
          <DropDownLink to={security} isCurrent={current === security}>
            <Shield fontSize="small" />
            Seguridad de la cuenta
          </DropDownLink>
          <DropDownAction opens="dialog" onChosen={() => openJobs()}>
            <Tasks fontSize="small" />
            Mis tareas
          </DropDownAction>
          <ChecklistEntry me={me} name="first-steps" />
          <ChecklistEntry me={me} name="things-to-try" />
        </>
      ) : null}
      <ThemeEntry />
      <DropDownAction onChosen={openHelp}>
        <Keys keys={['?']} />
        Atajos de teclado
      </DropDownAction>
      <hr />
      <DropDownAction onChosen={leave}>
        <Logout fontSize="small" />
        Salir
      </DropDownAction>
      <div className={styles.version}>Cartelera {VERSION}</div>
    </>
  )
}

/** The current user, with personal actions. */
const UserMenu = memo(({ me }: { me: Me }) => (
  <DropDown
    name={`Menú del usuario: ${me.fullName}`}
    label={
      <>
        <Avatar sx={{ width: 30, height: 30, fontSize: 15, fontWeight: 700 }}>{userInitial(me)}</Avatar>
        <span className={styles.name}>{me.fullName}</span>
      </>
    }
    isAtTheEnd
  >
    <OwnEntries me={me} />
  </DropDown>
))

/** The path in the address bar, even before its screen is shown. */
const usePresentPath = (): string => {
  const { pathname } = useRealLocation()
  return useOpeningPath() ?? pathname
}

/** The current user's menus, and the entry of the current URL. */
const useMenus = (): { menus: Menu[]; current: string | undefined } => {
  const { data: me } = useMe()
  const pathname = usePresentPath()
  return {
    menus: useMemo(() => (me === undefined || me.mustChangePassword ? [] : permittedMenus(me)), [me]),
    current: currentEntry(matchRoute(pathname)?.route),
  }
}
