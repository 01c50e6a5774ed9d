import { useEffect, useRef } from 'react'
import { useNotify, useResourceContext } from 'react-admin'
import { formatCount } from '../../../domain/format/text.ts'
import { entryOf, isResource } from '../../../domain/registry.ts'
import { ConfirmDialog } from '../../kit/dialogs/ConfirmDialog.tsx'
import type { ActionDialogProps } from '../../kit/list/selection.tsx'
import { linkedResource, useRequestChecks } from './health.ts'

const requestedText = (links: number): string =>
  links === 1 ? 'Se comprobará 1 enlace.' : `Se comprobarán ${formatCount(links)} enlaces.`

/** Requests checks of selected records; asks first if all matches of the filters are selected. */
const CheckDialog = ({ selected, count, onClose }: ActionDialogProps) => {
  const resource = useResourceContext()
  const notify = useNotify()
  const { startCheck, isBusy } = useRequestChecks()
  const isStarted = useRef(false)
  const isWhole = 'filter' in selected
  const check = async (): Promise<void> => {
    const linked = linkedResource(resource)
    if (linked === undefined) return
    const links = await startCheck(linked, selected, count)
    if (links !== undefined) notify(requestedText(links), { type: 'success' })
    onClose(links !== undefined)
  }
  useEffect(() => {
    if (isWhole || isStarted.current) return
    isStarted.current = true
    void check()
  })
  if (!isWhole) return null
  const name = resource !== undefined && isResource(resource) ? entryOf(resource).name : undefined
  return (
    <ConfirmDialog
      open
      title={`¿Comprobar los enlaces de ${formatCount(count)} ${count === 1 ? name?.one : name?.many}?`}
      confirmLabel="Comprobar"
      busy={isBusy}
      onConfirm={check}
      onClose={() => onClose(false)}
    >
      Cada servidor recibe una petición cada dos segundos: puede tardar. Los resultados se ven en la columna
      «Estado de los enlaces» y en la ficha.
    </ConfirmDialog>
  )
}

export default CheckDialog
