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
  /** What the button shows. */
  label: ReactNode
  /** The name of the button, where what it shows is none. */
  name?: string
  /** The address bar is at one of its entries. */
  isCurrent?: boolean
  /** Under the right end of the button instead of the left one. */
  isAtTheEnd?: boolean
  /** Its entries stay mounted while it is closed: dialogs that they open belong to them. */
  isKept?: boolean
  children: ReactNode
}

/** Closes the menu; returns its button, which has the focus then. */
const Close = createContext<() => HTMLElement | null>(() => null)

/**
 * A menu under a button. Plain elements, and nothing behind it is locked: Material's menu takes several frames to open and
 * to close on a slow machine.
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
    // React hands on what is typed in a dialog of an entry, too.
    if (!(event.target instanceof Node && box.current?.contains(event.target))) return
    if (event.key === 'Escape' || event.key === 'Tab') close()
    else if (!moveFocus(event.key, entriesIn(box.current))) return
    // Tab goes on from the button, which has the focus by now.
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

/** Above its button where there is no room below. */
const openUpward = (menu: Element | null | undefined): void => {
  menu?.classList.remove('nav-menu-up')
  if (menu && menu.getBoundingClientRect().bottom > window.innerHeight) menu.classList.add('nav-menu-up')
}

const entriesIn = (box: HTMLElement | null): HTMLElement[] => [
  ...(box?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? []),
]

const startsWith = (entry: HTMLElement, letter: string): boolean =>
  (entry.textContent ?? '').trim().slice(0, 1).localeCompare(letter, 'es', { sensitivity: 'base' }) === 0

/** The entry that a key leads to: the one beside it, the first, the last, or the next that begins with a letter. */
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

/** Returns whether the key was one of the menu's. */
const moveFocus = (key: string, entries: readonly HTMLElement[]): boolean => {
  const at = entries.findIndex((entry) => entry.contains(document.activeElement))
  const next = entryAfter(key, at, entries)
  // A link follows Enter by itself, but not the space bar, as the entries that are buttons do.
  if (key === ' ') entries[at]?.click()
  else next?.focus()
  return key === ' ' || next !== undefined
}

interface DropDownLinkProps {
  to: string
  isCurrent?: boolean
  children: ReactNode
}

/** An entry that leads to a screen. */
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
  /** Where it leads, for who does not see what it is about. */
  name: string
  children: ReactNode
}

/** An entry that leads out of the product, in a tab of its own. */
export const DropDownAddress = ({ href, name, children }: DropDownAddressProps) => (
  <a
    href={href}
    target="_blank"
    rel="noopener noreferrer"
    className="nav-entry"
    role="menuitem"
    tabIndex={-1}
    aria-label={name}
    onClick={useContext(Close)}
  >
    {children}
  </a>
)

interface DropDownActionProps {
  /** Gets the button of the menu, to which what it opens can be attached. */
  onChosen: (button: HTMLElement | null) => void
  opens?: 'dialog' | 'menu' | undefined
  isDangerous?: boolean
  children: ReactNode
}

/** An entry that does something; the menu is closed first. */
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

/** The dialog that brings files into a list: it is a feature, which the app gives to all lists. */
export const ImportDialogs = createContext<ComponentType<ImportDialogProps> | undefined>(undefined)

const IsInMenu = createContext(false)

/** Where the tools of every list have no room for their labels beside the heading. */
const NARROW = '(max-width: 1439.95px)'

interface ListToolsProps {
  /** Buttons beside the heading, and entries of the menu 'Más' on a narrower screen. */
  children: ReactNode
  /** Needed seldom: entries of the menu at any width. */
  rare?: ReactNode
}

/** What is done with a list now and then. */
export const ListTools = ({ children, rare }: ListToolsProps) => {
  const isNarrow = useMediaQuery(NARROW, { noSsr: true })
  const hasRoom = useMediaQuery('(min-width: 900px)', { noSsr: true })
  return (
    <>
      {isNarrow ? null : <div className="list-tools">{children}</div>}
      <IsInMenu value>
        <DropDown label={hasRoom ? 'Más' : <MoreIcon />} name="Más" isAtTheEnd isKept>
          {isNarrow ? children : null}
          {rare}
        </DropDown>
      </IsInMenu>
    </>
  )
}

interface ListToolProps {
  icon: ReactNode
  label: string
  /** Outlined, as it says what is shown. */
  isProminent?: boolean
  /** Deletes records. */
  isDangerous?: boolean
}

type Doing =
  | { to: string; onChosen?: never; opens?: never }
  | {
      to?: never
      /** Gets the button that was pressed, or that of the menu: where a popover belongs. */
      onChosen: (button: HTMLElement | null) => void
      opens?: 'dialog' | 'menu'
    }

/** One of them. Dialogs that it opens stand beside it: the menu keeps its entries. */
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
  columns: ReactNode
  hiddenColumns: string[]
  /** The view that the address names. */
  id: string | null
  anchor: HTMLElement | null
  /** Told what the button is called: by the view that is shown, and whether it is altered. */
  onShown: (label: string | undefined) => void
  onClose: () => void
}

/** The menu of a list's saved views, which the kit knows nothing of; without one no list offers them. */
export const ViewsMenuContext = createContext<ComponentType<ViewsMenuProps> | undefined>(undefined)

/** The dialog of one's own jobs: all of them, or the one with this id. */
export type ShownJobs = { readonly id?: string } | undefined

const changed = createEvent()
let shown: ShownJobs

const show = (next: ShownJobs): void => {
  shown = next
  changed.emit()
}

/** Opens the dialog over whatever is on screen. */
export const openJobs = (id?: string): void => show(id === undefined ? {} : { id })
export const closeJobs = (): void => show(undefined)
export const useShownJobs = (): ShownJobs => useSyncExternalStore(changed.watch, () => shown)
