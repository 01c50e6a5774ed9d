import ExpandMore from '@mui/icons-material/ExpandMore'
import Button from '@mui/material/Button'
import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { LinkBase } from 'react-admin'
import styles from './DropDown.module.css'

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
    <div ref={box} className={styles.drop}>
      <Button
        ref={button}
        id={`${id}-button`}
        data-current={isCurrent || undefined}
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
          className={isAtTheEnd ? `${styles.menu} ${styles.end}` : styles.menu}
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
  menu?.removeAttribute('data-upward')
  menu?.toggleAttribute('data-upward', menu.getBoundingClientRect().bottom > window.innerHeight)
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
    className={styles.entry}
    role="menuitem"
    tabIndex={-1}
    aria-current={isCurrent ? 'page' : undefined}
    onClick={useContext(Close)}
  >
    {children}
  </LinkBase>
)

interface DropDownExternalLinkProps {
  href: string
  /** Accessible name, including what the link is about. */
  name: string
  onOpened?: () => void
  children: ReactNode
}

/** A menu item with an external link, opened in a new tab. */
export const DropDownExternalLink = ({ href, name, onOpened, children }: DropDownExternalLinkProps) => {
  const close = useContext(Close)
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className={styles.entry}
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
      className={isDangerous ? `${styles.entry} ${styles.danger}` : styles.entry}
      role="menuitem"
      tabIndex={-1}
      aria-haspopup={opens}
      onClick={() => onChosen(close())}
    >
      {children}
    </button>
  )
}
