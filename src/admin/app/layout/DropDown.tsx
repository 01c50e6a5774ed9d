import ExpandMore from '@mui/icons-material/ExpandMore'
import Button from '@mui/material/Button'
import { LinkBase } from 'ra-core'
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

interface DropDownProps {
  /** What the button shows. */
  label: ReactNode
  /** The name of the button, where what it shows is none. */
  name?: string
  /** The address bar is at one of its entries. */
  isCurrent?: boolean
  /** Under the right end of the button instead of the left one. */
  isAtTheEnd?: boolean
  children: ReactNode
}

const Close = createContext<() => void>(() => undefined)

/**
 * A menu of the navbar. Plain elements, and nothing behind it is locked: Material's menu takes several frames to open and
 * to close on a slow machine.
 */
export const DropDown = ({ label, name, isCurrent = false, isAtTheEnd = false, children }: DropDownProps) => {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const close = (): void => {
    setOpen(false)
    button.current?.focus()
  }
  useLayoutEffect(() => {
    const entries = entriesIn(box.current)
    if (isOpen) (entries.find((entry) => entry.ariaCurrent === 'page') ?? entries[0])?.focus()
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
      {isOpen ? (
        <div
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
  isCurrent: boolean
  children: ReactNode
}

/** The list that it opens puts the focus on its search box. */
const FROM_MENU = { isFromMenu: true }

/** An entry that leads to a screen. */
export const DropDownLink = ({ to, isCurrent, children }: DropDownLinkProps) => (
  <LinkBase
    to={to}
    state={FROM_MENU}
    className="nav-entry"
    role="menuitem"
    tabIndex={-1}
    aria-current={isCurrent ? 'page' : undefined}
    onClick={useContext(Close)}
  >
    {children}
  </LinkBase>
)

/** An entry that does something; the menu is closed first. */
export const DropDownAction = ({ onChosen, children }: { onChosen: () => void; children: ReactNode }) => {
  const close = useContext(Close)
  const choose = (): void => {
    close()
    onChosen()
  }
  return (
    <button type="button" className="nav-entry" role="menuitem" tabIndex={-1} onClick={choose}>
      {children}
    </button>
  )
}
