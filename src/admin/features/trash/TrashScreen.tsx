import RestoreIcon from '@mui/icons-material/RestoreFromTrashOutlined'
import Button from '@mui/material/Button'
import { type MouseEvent, useState } from 'react'
import {
  LinkBase,
  type RaRecord,
  ResourceContextProvider,
  useCloseNotification,
  useCreatePath,
  useListContext,
  useNotify,
} from 'react-admin'
import type { TrashRow } from '../../../domain/contract/entity.ts'
import { TRASH_DAYS } from '../../../domain/contract/trash.ts'
import { fieldLabel } from '../../../domain/field-labels.ts'
import { formatCount } from '../../../domain/format/text.ts'
import { entryOf, RESOURCES, type Resource } from '../../../domain/registry.ts'
import { restoreRecord } from '../../api/data-provider.ts'
import { ApiError } from '../../api/http.ts'
import { useCan } from '../../api/me.ts'
import { matchRoute, parentValues } from '../../api/paths.ts'
import { useRefreshLists } from '../../api/query-client.ts'
import { useRealLocation } from '../../api/router.tsx'
import { CatalogueList } from '../../kit/list/CatalogueList.tsx'
import { type Column, countColumn, dayColumn, momentColumn } from '../../kit/list/columns.tsx'
import type { BulkEntity } from '../../kit/list/selection.tsx'
import { useReturnToList } from '../../kit/page/list-location.ts'
import { OFFERED_FOR_MS, RESTORED } from '../../kit/page/Page.tsx'

type DeletedRecord = TrashRow & RaRecord<string>

/** Trash (Papelera) of the entity in the URL, with restoring. */
export const TrashScreen = () => {
  const { pathname } = useRealLocation()
  const resource = matchRoute(pathname)?.route.resource
  if (resource === undefined) return null
  return (
    <ResourceContextProvider value={resource}>
      <Trash key={pathname} resource={resource} parent={parentValues(resource, pathname)[0]} />
    </ResourceContextProvider>
  )
}

const EMPTY = {
  title: 'La papelera está vacía.',
  text: `Lo que se elimine se puede restaurar desde aquí durante ${TRASH_DAYS} días.`,
}

const Trash = ({ resource, parent }: { resource: Resource; parent: string | undefined }) => {
  const [only] = useState({ inTrash: true, ...(parent === undefined ? {} : { parent }) })
  const [bulk] = useState(() => restoreAction(resource))
  const parts = partResource(resource)
  const columns: readonly (Column<DeletedRecord> | false)[] = [
    {
      source: 'title',
      label: 'Título',
      onPhone: 'title',
      clip: 320,
      render: ({ title }) => <strong>{title}</strong>,
    },
    { source: 'detail', label: 'Detalle', disableSort: true, clip: 240, onPhone: 'line' },
    parts !== undefined && countColumn({ source: 'parts', label: partsLabel(parts), disableSort: true }),
    {
      source: 'deletedBy',
      onPhone: 'labelled',
      label: 'Eliminado por',
      disableSort: true,
      clip: 180,
      render: ({ deletedBy }) => deletedBy || 'Usuario eliminado',
    },
    momentColumn({ source: 'dateDelete', label: 'Eliminado', onPhone: 'row' }),
    dayColumn({ source: 'dateGone', label: 'Se borra el', disableSort: true, onPhone: 'row' }),
    {
      source: 'actions',
      label: 'Acciones',
      disableSort: true,
      onPhone: 'action',
      render: (row) => <Restore row={row} />,
    },
  ]
  return (
    <CatalogueList
      title={`Papelera de ${entryOf(resource).name.many}`}
      sort={{ field: 'dateDelete', order: 'DESC' }}
      only={only}
      actions={<BackToList />}
      empty={EMPTY}
      onOpen={null}
      bulk={bulk}
      columns={columns}
    />
  )
}

const restoreAction = (resource: Resource): BulkEntity => ({
  offers: [],
  actions: [
    {
      needs: { action: 'delete', resource },
      label: (count) => (count === 1 ? 'Restaurar' : `Restaurar los ${formatCount(count)}`),
      does: { request: { action: 'restore' } },
    },
  ],
})

/** The resource of dependent records that are deleted and restored along: the episodes of a series. */
const partResource = (resource: Resource): Resource | undefined =>
  RESOURCES.find((each) =>
    Object.values(entryOf(each).references ?? {}).some(({ to, isPart }) => isPart && to === resource),
  )

const partsLabel = (resource: Resource): string => {
  const { many } = entryOf(resource).name
  return many.charAt(0).toUpperCase() + many.slice(1)
}

const BackToList = () => (
  <Button variant="outlined" onClick={useReturnToList()}>
    Atras
  </Button>
)

/** Lists all obstacles by field, since there is no form to show them. */
const obstacleText = (resource: Resource, error: unknown): string => {
  if (!(error instanceof Error)) return 'No se pudo restaurar.'
  const fields = error instanceof ApiError ? Object.entries(error.body.errors ?? {}) : []
  const named = fields.map(([field, message]) => `${fieldLabel(resource, field)}: ${String(message)}`)
  return named.length > 0 ? named.join(' ') : error.message
}

const resourceIn = (name: string | undefined): Resource | undefined => RESOURCES.find((each) => each === name)

const Restore = ({ row }: { row: DeletedRecord }) => {
  const { resource: name, refetch } = useListContext()
  const resource = resourceIn(name)
  const [isBusy, setBusy] = useState(false)
  const notify = useNotify()
  const refreshLists = useRefreshLists()
  const restore = async ({ currentTarget }: MouseEvent<HTMLElement>): Promise<void> => {
    if (isBusy || resource === undefined) return
    setBusy(true)
    try {
      await restoreRecord(resource, row.id)
      notify(RESTORED, {
        type: 'success',
        autoHideDuration: OFFERED_FOR_MS,
        action: <OpenRestored resource={resource} id={row.id} />,
      })
      focusBeside(currentTarget)
    } catch (error) {
      notify(obstacleText(resource, error), {
        type: 'error',
        autoHideDuration: OFFERED_FOR_MS,
        multiLine: true,
      })
    } finally {
      setBusy(false)
      refreshLists()
      refetch()
    }
  }
  return (
    <Button
      size="small"
      variant="outlined"
      startIcon={<RestoreIcon />}
      aria-label={`Restaurar ${row.title}`}
      aria-busy={isBusy}
      onClick={restore}
    >
      Restaurar
    </Button>
  )
}

/** Moves the focus to the row below or above before this row is removed. */
const focusBeside = (button: HTMLElement): void => {
  const row = button.closest('tr')
  const beside = row?.nextElementSibling ?? row?.previousElementSibling
  beside?.querySelector('button')?.focus()
}

const OpenRestored = ({ resource, id }: { resource: Resource; id: string }) => {
  const createPath = useCreatePath()
  const close = useCloseNotification()
  const canEdit = useCan('edit', resource)
  if (!canEdit) return null
  return (
    <Button
      color="inherit"
      size="small"
      component={LinkBase}
      to={createPath({ resource, type: 'edit', id })}
      onClick={close}
    >
      Abrir
    </Button>
  )
}
