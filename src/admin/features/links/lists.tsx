import { type ComponentProps, Suspense } from 'react'
import type { LinkedResource } from '../../../domain/contents/link-verdict.ts'
import { lazy } from '../../api/connection.ts'
import type { RowOf } from '../../api/http.ts'
import { type Column, ONE_LINE } from '../../kit/list/columns.tsx'
import { TextFilter } from '../../kit/list/filters.tsx'
import type { BulkAction, BulkEntity, ByDialog } from '../../kit/list/selection.tsx'
import { VerdictTag } from './Verdict.tsx'

const CheckDialog = lazy(() => import('./CheckDialog.tsx'))
const ReplaceDialog = lazy(() => import('./ReplaceDialog.tsx'))
const LazyRowCheck = lazy(async () => ({ default: (await import('./RowCheck.tsx')).RowCheck }))

type LinkedEntity = BulkEntity & { readonly resource: LinkedResource }

/** Adds the bulk actions on links to those of an entity. */
export const withLinkActions = (entity: LinkedEntity): BulkEntity => {
  const action = (label: string, Dialog: ByDialog['Dialog']): BulkAction => ({
    needs: { action: 'modify', resource: entity.resource },
    isSecondary: true,
    label: () => label,
    does: { Dialog },
  })
  return {
    ...entity,
    actions: [
      ...(entity.actions ?? []),
      action('Comprobar enlaces', CheckDialog),
      action('Reemplazar en enlaces', ReplaceDialog),
    ],
  }
}

/** Filter by the host of a link (rule L29). */
export const LinkHostFilter = () => <TextFilter source="linkHost" label="Dominio" />

// Every list with this column has rows of a linked resource.
const readLinkState = (row: object) => (row as Pick<RowOf<LinkedResource>, 'linkState'>).linkState

/** The worst verdict of a record's active links, with a button that checks them. */
export const linkStateColumn = (resource: LinkedResource): Column => ({
  source: 'linkState',
  isHidden: true,
  label: 'Estado de los enlaces',
  disableSort: true,
  onPhone: 'line',
  render(record) {
    const state = readLinkState(record)
    return state ? (
      <span style={ONE_LINE}>
        <VerdictTag verdict={state} />
        <RowCheck resource={resource} record={record} />
      </span>
    ) : null
  },
  renderOnPhone(record) {
    const state = readLinkState(record)
    return state ? <VerdictTag verdict={state} /> : null
  },
})

const RowCheck = (props: ComponentProps<typeof LazyRowCheck>) => (
  <Suspense fallback={null}>
    <LazyRowCheck {...props} />
  </Suspense>
)
