import ExpandMore from '@mui/icons-material/ExpandMore'
import MoreIcon from '@mui/icons-material/MoreVert'
import Button from '@mui/material/Button'
import useMediaQuery from '@mui/material/useMediaQuery'
import { LinkBase } from 'ra-core'
import {
  type ComponentType,
  createContext,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { Route } from '../../../domain/access/routes.ts'
import type { FileResource } from '../../../domain/registry.ts'
import { createEvent } from '../../api/http.ts'

interface DropDownProps {
  label: ReactNode
  /** Accessible name of the button, if its content is no text. */
  name?: string
  /** The current URL is one of its items. */
  isCurrent?: boolean
  /** Aligned with the right end of the button. */
  isAtTheEnd?: boolean
  /** Keeps the items mounted while closed, for dialogs that they open. */
  isKept?: boolean
  children: ReactNode
}

/** Closes the menu; returns its button, which then has the focus. */
const Close = createContext<() => HTMLElement | null>(() => null)

/**
 * A menu below a button. Plain elements without locking the page: Material's menu takes several frames to open and
 * close on a slow machine.
 */
export const DropDown = ({
  label,
  name,
  isCurrent = false,
  isAtTheEnd = false,
  isKept = false,
  children,
}: DropDownProps) => {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const close = (): HTMLElement | null => {
    setOpen(false)
    button.current?.focus()
    return button.current
  }
  useLayoutEffect(() => {
    if (!isOpen) return
    const entries = entriesIn(box.current)
    openUpward(box.current?.querySelector('[role=menu]'))
    ;(entries.find((entry) => entry.ariaCurrent === 'page') ?? entries[0])?.focus()
  }, [isOpen])
  useEffect(() => {
    if (!isOpen) return
    const onPress = ({ target }: PointerEvent): void => {
      if (!(target instanceof Node && box.current?.contains(target))) setOpen(false)
    }
    document.addEventListener('pointerdown', onPress, { passive: true })
    return () => document.removeEventListener('pointerdown', onPress)
  }, [isOpen])
  const onKeyDown = (event: KeyboardEvent): void => {
    // React also propagates key events from dialogs of an item.
    if (!(event.target instanceof Node && box.current?.contains(event.target))) return
    if (event.key === 'Escape' || event.key === 'Tab') close()
    else if (!moveFocus(event.key, entriesIn(box.current))) return
    // Tab continues from the button, which has the focus by now.
    if (event.key !== 'Tab') event.preventDefault()
  }
  return (
    <div ref={box} className="nav-drop">
      <Button
        ref={button}
        id={`${id}-button`}
        className={isCurrent ? 'nav-button nav-current' : 'nav-button'}
        color="inherit"
        endIcon={<ExpandMore />}
        aria-label={name}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-menu` : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
      </Button>
      {isOpen || isKept ? (
        <div
          hidden={!isOpen}
          id={`${id}-menu`}
          className={isAtTheEnd ? 'nav-menu nav-menu-end' : 'nav-menu'}
          role="menu"
          tabIndex={-1}
          aria-labelledby={`${id}-button`}
          onKeyDown={onKeyDown}
        >
          <Close value={close}>{children}</Close>
        </div>
      ) : null}
    </div>
  )
}

/** Opens above its button if there is no room below. */
const openUpward = (menu: Element | null | undefined): void => {
  menu?.classList.remove('nav-menu-up')
  if (menu && menu.getBoundingClientRect().bottom > window.innerHeight) menu.classList.add('nav-menu-up')
}

const entriesIn = (box: HTMLElement | null): HTMLElement[] => [
  ...(box?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? []),
]

const startsWith = (entry: HTMLElement, letter: string): boolean =>
  (entry.textContent ?? '').trim().slice(0, 1).localeCompare(letter, 'es', { sensitivity: 'base' }) === 0

/**
 * The item to which a key moves the focus: the adjacent one, the first, the last, or the next beginning with a letter.
 */
const entryAfter = (key: string, at: number, entries: readonly HTMLElement[]): HTMLElement | undefined => {
  switch (key) {
    case 'ArrowDown':
      return entries[at + 1] ?? entries[0]
    case 'ArrowUp':
      return entries[at - 1] ?? entries.at(-1)
    case 'Home':
      return entries[0]
    case 'End':
      return entries.at(-1)
    default: {
      const others = [...entries.slice(at + 1), ...entries.slice(0, at + 1)]
      return key.length === 1 ? others.find((entry) => startsWith(entry, key)) : undefined
    }
  }
}

/** Returns whether the menu handled the key. */
const moveFocus = (key: string, entries: readonly HTMLElement[]): boolean => {
  const at = entries.findIndex((entry) => entry.contains(document.activeElement))
  const next = entryAfter(key, at, entries)
  // The space bar activates buttons but not links.
  if (key === ' ') entries[at]?.click()
  else next?.focus()
  return key === ' ' || next !== undefined
}

interface DropDownLinkProps {
  to: string
  isCurrent?: boolean
  children: ReactNode
}

/** A menu item that links to a screen. */
export const DropDownLink = ({ to, isCurrent = false, children }: DropDownLinkProps) => (
  <LinkBase
    to={to}
    className="nav-entry"
    role="menuitem"
    tabIndex={-1}
    aria-current={isCurrent ? 'page' : undefined}
    onClick={useContext(Close)}
  >
    {children}
  </LinkBase>
)

interface DropDownAddressProps {
  href: string
  /** Accessible name, including what the link is about. */
  name: string
  onOpened?: () => void
  children: ReactNode
}

/** A menu item with an external link, opened in a new tab. */
export const DropDownAddress = ({ href, name, onOpened, children }: DropDownAddressProps) => {
  const close = useContext(Close)
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className="nav-entry"
      role="menuitem"
      tabIndex={-1}
      aria-label={name}
      onClick={() => {
        close()
        onOpened?.()
      }}
    >
      {children}
    </a>
  )
}

interface DropDownActionProps {
  /** Receives the menu's button, to which a popover can be attached. */
  onChosen: (button: HTMLElement | null) => void
  opens?: 'dialog' | 'menu' | undefined
  isDangerous?: boolean
  children: ReactNode
}

/** A menu item that runs an action; closes the menu first. */
export const DropDownAction = ({ onChosen, opens, isDangerous, children }: DropDownActionProps) => {
  const close = useContext(Close)
  return (
    <button
      type="button"
      className={isDangerous ? 'nav-entry nav-danger' : 'nav-entry'}
      role="menuitem"
      tabIndex={-1}
      aria-haspopup={opens}
      onClick={() => onChosen(close())}
    >
      {children}
    </button>
  )
}

interface ImportDialogProps {
  resource: FileResource
  onClose: () => void
}

/** The import dialog, provided by the app: it is a feature, which the kit does not depend on. */
export const ImportDialogs = createContext<ComponentType<ImportDialogProps> | undefined>(undefined)

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
      {isNarrow ? null : <div className="list-tools">{children}</div>}
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
    className: 'list-tool',
    startIcon: isProminent ? undefined : icon,
    variant: isProminent ? ('outlined' as const) : undefined,
    children: <span className="tool-label">{label}</span>,
  }
  return to === undefined ? (
    <Button {...look} aria-haspopup={opens} onClick={({ currentTarget }) => onChosen(currentTarget)} />
  ) : (
    <Button {...look} component={LinkBase} to={to} />
  )
}

export interface ViewsMenuProps {
  list: Route
  /** The sources of the list's columns, and of those that are hidden. */
  sources: readonly string[]
  hidden: readonly string[]
  /** The view named by the URL. */
  id: string | null
  anchor: HTMLElement | null
  /** Called with the button's label: the current view, and whether it is modified. */
  onShown: (label: string | undefined) => void
  onClose: () => void
}

/** The menu of saved views, provided by the app; without it, lists have none. */
export const ViewsMenuContext = createContext<ComponentType<ViewsMenuProps> | undefined>(undefined)

/** Links from each record's form to other features, provided by the app; without it, forms have none. */
export const RecordLinksContext = createContext<ComponentType | undefined>(undefined)

/** The dialog of the user's jobs: all of them, or the one with this id. */
export type ShownJobs = { readonly id?: string } | undefined

const changed = createEvent()
let shown: ShownJobs

const show = (next: ShownJobs): void => {
  shown = next
  changed.emit()
}

/** Opens the jobs dialog over the current screen. */
export const openJobs = (id?: string): void => show(id === undefined ? {} : { id })
export const closeJobs = (): void => show(undefined)
export const useShownJobs = (): ShownJobs => useSyncExternalStore(changed.watch, () => shown)
