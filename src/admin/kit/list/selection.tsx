import {
  type ComponentType,
  createContext,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { type Identifier, type RaRecord, useEvent, useListContext, useResourceContext } from 'react-admin'
import type { z } from 'zod'
import { lazy } from '../../api/connection.ts'
import { type BulkRequest, filterQuery } from '../../api/data-provider.ts'
import { canAccess, useCachedMe, useCan } from '../../api/me.ts'
import { stopPropagation } from '../display/display.tsx'
import bulkBar from './bulk-bar.module.css'
import styles from './rows.module.css'

export type Changes = Readonly<Record<string, unknown>>

export interface ChangesDialogProps {
  title: string
  /** Note above the fields. */
  note?: ReactNode
  onChange: (changes: Changes) => Promise<void>
  onClose: () => void
}

export interface MoreChangesProps {
  /** Called with all changes of these fields. */
  onChange: (changes: Changes) => void
}

/** Selected records: by id, or all matches of the filters. */
export type SelectedRecords = { ids: string[] } | { filter: Record<string, string> }

export interface ActionDialogProps {
  selected: SelectedRecords
  /** Their number. */
  count: number
  /** `isDone`: the action was performed, so records may have left the list and the selection. */
  onClose: (isDone: boolean) => void
}

/** A bulk action besides changing and deleting, run by its own dialog or as a batch. */
export interface BulkAction<Does = ByDialog | InBatch> {
  /** Required permission, in the terms of `useCan`. */
  readonly needs: { readonly action: string; readonly resource: string }
  /** Never the primary one, and after the changes. */
  readonly isSecondary?: boolean
  readonly label: (count: number) => string
  readonly does: Does
}
export interface ByDialog {
  readonly Dialog: ComponentType<ActionDialogProps>
}
interface InBatch {
  readonly request: BulkRequest
}

/** A change by a single click. */
export interface QuickChange {
  readonly label: string
  readonly changes: Changes
  readonly isDangerous?: boolean
  /** Confirmation question; without it, only changes of all matches are confirmed. `one`: the only selected record. */
  readonly prompt?: (count: number, one: RaRecord | undefined) => string
  readonly note?: string
}

/** Bulk actions of a list; for a catalogue entity, those that its schema permits. */
export interface BulkEntity {
  /** Enables changing its switches. */
  readonly schemas?: { readonly edited: z.ZodObject }
  /** Further fields below the switches. */
  readonly MoreChanges?: ComponentType<MoreChangesProps>
  readonly quick?: readonly QuickChange[]
  /** Replaces the dialog for switches and further fields. */
  readonly ChangesDialog?: ComponentType<ChangesDialogProps>
  /** The first one is the primary one. */
  readonly actions?: readonly BulkAction[]
  /** The actions offered besides `actions`; both by default. */
  readonly offers?: readonly ('change' | 'delete')[]
  /** The result of the last action, in the bar while there is one. */
  readonly Result?: ComponentType
  /** Tells whether a deletion can be undone. */
  readonly deleteNote?: string
}

export interface Selection {
  ids: ReadonlySet<Identifier>
  /** All matches of the filters are selected, including other pages. */
  isWhole: boolean
  /** Selects or deselects a record; with Shift, the range from the last one. */
  choose: (id: Identifier, isChosen: boolean, isRange: boolean) => void
  choosePage: (isChosen: boolean) => void
  chooseWhole: () => void
  /** Selects these records alone. */
  keep: (ids: readonly Identifier[]) => void
}

const SelectionContext = createContext<Selection | undefined>(undefined)

/** The surrounding list's selection; undefined if there are no bulk actions. */
export const useSelection = (): Selection | undefined => useContext(SelectionContext)

interface SelectionProviderProps {
  entity: BulkEntity | undefined
  children: ReactNode
}

const NONE: BulkEntity = { offers: [] }

const BOTH = ['change', 'delete'] as const

/** The current user's permissions for bulk actions. */
export const useBulkPermissions = ({ actions = [], offers = BOTH }: BulkEntity) => {
  const resource = useResourceContext() ?? ''
  const canModify = useCan('modify', resource)
  const canDelete = useCan('delete', resource)
  const me = useCachedMe()
  return {
    actions: actions.filter(({ needs }) => me !== undefined && canAccess(me, needs.action, needs.resource)),
    canModify: canModify && offers.includes('change'),
    canDelete: canDelete && offers.includes('delete'),
  }
}

/** Enables selection if the current user may perform any bulk action. */
export const SelectionProvider = ({ entity, children }: SelectionProviderProps) => {
  const { canModify, canDelete, actions } = useBulkPermissions(entity ?? NONE)
  if (entity === undefined || !(canModify || canDelete || actions.length > 0)) return children
  return <SelectionState>{children}</SelectionState>
}

const SelectionState = ({ children }: { children: ReactNode }) => {
  const { data, filter: only, filterValues, selectedIds, onSelect } = useListContext()
  const filter = filterQuery(filterValues).toString()
  /** The filters whose matches are all selected; invalid for other filters. */
  const [whole, setWhole] = useState<string>()
  const last = useRef<Identifier>(undefined)
  const page = useMemo(() => (data ?? []).map(({ id }) => id), [data])
  const isWhole = whole === filter
  const keep = useEvent((next: readonly Identifier[]): void => {
    setWhole(undefined)
    onSelect([...next])
  })
  const choose = useEvent((id: Identifier, isChosen: boolean, isRange: boolean): void => {
    const from = isRange && last.current !== undefined ? page.indexOf(last.current) : -1
    const to = page.indexOf(id)
    const range = from < 0 ? [id] : page.slice(Math.min(from, to), Math.max(from, to) + 1)
    last.current = id
    const before = isWhole ? page : selectedIds
    const others = before.filter((each) => !range.includes(each))
    keep(isChosen ? [...others, ...range] : others)
  })
  const choosePage = useEvent((isChosen: boolean): void => {
    const others = isWhole ? [] : selectedIds.filter((each) => !page.includes(each))
    keep(isChosen ? [...others, ...page] : others)
  })
  const chooseWhole = useEvent((): void => setWhole(filter))
  // A change of the permanent filter makes it another list, possibly of another kind of rows.
  const kind = JSON.stringify(only)
  const shown = useRef(kind)
  useEffect(() => {
    if (shown.current !== kind) keep([])
    shown.current = kind
  }, [kind, keep])
  const ids = useMemo(() => new Set(isWhole ? page : selectedIds), [isWhole, page, selectedIds])
  const selection = useMemo(
    () => ({ ids, isWhole, choose, choosePage, chooseWhole, keep }),
    [ids, isWhole, choose, choosePage, chooseWhole, keep],
  )
  return <SelectionContext value={selection}>{children}</SelectionContext>
}

const BulkBar = lazy(() => import('./BulkBar.tsx'))

/** The bulk actions; hidden without a selection. */
export const BulkActions = ({ entity }: { entity: BulkEntity | undefined }) => {
  const selection = useSelection()
  const [isUsed, setUsed] = useState(false)
  const isChoosing = selection !== undefined && selection.ids.size > 0
  // Stays mounted afterwards, for the closing animations of its dialogs.
  if (isChoosing && !isUsed) setUsed(true)
  if (!isUsed || entity === undefined || selection === undefined) return null
  return (
    <Suspense fallback={<div className={bulkBar.bar} />}>
      <BulkBar entity={entity} selection={selection} />
    </Suspense>
  )
}

const unused = () => undefined

interface RowChoiceProps {
  record: RaRecord
  isChosen: boolean
  choose: Selection['choose']
}

/** The checkbox of a row. Keeps clicks on its cell from reaching the row. */
export const RowChoice = ({ record, isChosen, choose }: RowChoiceProps) => (
  // A phone draws the row as a grid, in which a cell would not count as one. The keyboard has the box itself.
  // biome-ignore lint/a11y/noRedundantRoles lint/a11y/useKeyWithClickEvents: see above.
  <td role="cell" className={styles.choice} onClick={stopPropagation}>
    <label className={styles.target}>
      <input
        type="checkbox"
        aria-label={`Elegir ${record.title ?? record.name ?? record.reference ?? record.id}`}
        checked={isChosen}
        onChange={unused}
        // Change events lack the state of the Shift key.
        onClick={(event) => choose(record.id, event.currentTarget.checked, event.shiftKey)}
      />
    </label>
  </td>
)

/** The checkbox for all rows of the page. */
export const PageChoice = ({ size }: { size: number }) => {
  const selection = useSelection()
  const { data = [] } = useListContext()
  if (selection === undefined) return null
  const chosen = data.filter(({ id }) => selection.ids.has(id)).length
  const isAll = size > 0 && chosen === size
  return (
    <th scope="col" className={styles.choice}>
      <label className={styles.target}>
        <input
          type="checkbox"
          aria-label="Elegir los de esta página"
          checked={isAll}
          ref={(input) => {
            if (input) input.indeterminate = chosen > 0 && !isAll
          }}
          onChange={(event) => selection.choosePage(event.currentTarget.checked)}
        />
      </label>
    </th>
  )
}
