import { formatCount } from '../format/text.ts'
import { entryOf } from '../registry.ts'
import type { BatchAction, BatchState, ListedBatch } from './batch.ts'

type TitleFields = Pick<ListedBatch, 'resource' | 'action' | 'undoes' | 'changes' | 'name' | 'total'>

/** Title of a batch, such as 'Desactivar 3 películas'. */
export const batchTitle = (batch: TitleFields): string =>
  batch.undoes === null ? actionTitle(batch) : `Deshacer: ${actionTitle({ ...batch, action: batch.undoes })}`

const actionTitle = ({ resource, action, changes, name, total }: TitleFields): string => {
  const called = entryOf(resource).name
  if (action === 'import') return `Importar ${called.many}${name === '' ? '' : ` de «${name}»`}`
  const records = `${formatCount(total)} ${total === 1 ? called.one : called.many}`
  if (action === 'delete') return `Eliminar ${records}`
  if (action === 'restore') return `Restaurar ${records}`
  if (action === 'repair') return `Reparar ${records}`
  if (action === 'answer') return `Responder ${records}`
  const [field, ...others] = Object.keys(changes)
  if (others.length > 0) return `Cambiar ${records}`
  if (field === 'seller') return `Mover ${records} a otro agente`
  if (field !== 'status') return `Cambiar ${records}`
  return `${changes.status === true || changes.status === 'enable' ? 'Activar' : 'Desactivar'} ${records}`
}

const DONE_LABELS: Readonly<Record<BatchAction, readonly [one: string, many: string]>> = {
  update: ['registro cambiado', 'registros cambiados'],
  delete: ['registro eliminado', 'registros eliminados'],
  restore: ['registro restaurado', 'registros restaurados'],
  import: ['registro importado', 'registros importados'],
  repair: ['registro reparado', 'registros reparados'],
  answer: ['registro respondido', 'registros respondidos'],
  undo: ['registro como antes', 'registros como antes'],
}

const REFUSED_LABELS = ['rechazado', 'rechazados'] as const
/** Records that an undo left, since they were changed meanwhile. */
const NOT_UNDONE_LABELS = ['no se deshizo', 'no se deshicieron'] as const

const countLabel = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`

type ProgressFields = Pick<ListedBatch, 'state' | 'action' | 'done' | 'total' | 'changed' | 'refusedCount'>

/** Progress of a running batch, or the result by record. */
export const batchProgress = ({
  state,
  action,
  done,
  total,
  changed,
  refusedCount,
}: ProgressFields): string => {
  const unchanged = done - changed - refusedCount
  const parts =
    state === 'running'
      ? [`${formatCount(done)} de ${formatCount(total)}`]
      : [
          countLabel(changed, ...DONE_LABELS[action]),
          ...(unchanged > 0 ? [countLabel(unchanged, 'ya estaba así', 'ya estaban así')] : []),
        ]
  const [one, many] = action === 'undo' ? NOT_UNDONE_LABELS : REFUSED_LABELS
  const refused = refusedCount > 0 ? [countLabel(refusedCount, one, many)] : []
  return `${[...parts, ...refused].join('; ')}.`
}

export const BATCH_STATE_NAMES: Readonly<Record<BatchState, string>> = {
  running: 'En curso',
  done: 'Listo',
  cancelled: 'Se detuvo',
  failed: 'No se pudo terminar',
  undoing: 'Se está deshaciendo',
  undone: 'Se deshizo',
}

/** Outcome of a batch, for notifications on other screens. */
export const batchOutcome = (batch: TitleFields & ProgressFields & Pick<ListedBatch, 'message'>): string =>
  `${batchTitle(batch)} · ${BATCH_STATE_NAMES[batch.state]}: ${batch.message === '' ? batchProgress(batch) : batch.message}`
