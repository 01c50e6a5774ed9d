// Components of features that the app provides to the kit, which does not depend on features.

import { type ComponentType, createContext } from 'react'
import type { Route } from '../../../domain/access/routes.ts'
import type { FileResource } from '../../../domain/registry.ts'

interface ImportDialogProps {
  resource: FileResource
  onClose: () => void
}

/** The import dialog; without it, lists have none. */
export const ImportDialogs = createContext<ComponentType<ImportDialogProps> | undefined>(undefined)

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

/** The menu of saved views; without it, lists have none. */
export const ViewsMenuContext = createContext<ComponentType<ViewsMenuProps> | undefined>(undefined)

/** Links from each record's form to other features; without it, forms have none. */
export const RecordLinksContext = createContext<ComponentType | undefined>(undefined)
