import { formatCount } from '../format/text.ts'
import { entryOf, type Resource } from '../registry.ts'
import type { BatchAction, BatchState, ListedBatch } from './batch.ts'

/** Several batches as one: of no resource in particular. */
export type MergedBatch = Omit<ListedBatch, 'resource'> & { resource: null }

/** The states of several batches, of which the first that one of them has is that of all. */
const STATE_ORDER: readonly BatchState[] = ['running', 'undoing', 'failed', 'cancelled', 'done']

/** The batches that one request started over several entities, as one; throws without any. */
export const mergeBatches = (batches: readonly ListedBatch[]): MergedBatch => {
  const [first] = batches
  if (first === undefined) throw new RangeError('No batches to merge')
  const sum = (read: (batch: ListedBatch) => number) =>
    batches.reduce((total, batch) => total + read(batch), 0)
  return {
    ...first,
    resource: null,
    state: STATE_ORDER.find((each) => batches.some(({ state }) => state === each)) ?? 'undone',
    message: '',
    total: sum(({ total }) => total),
    done: sum(({ done }) => done),
    changed: sum(({ changed }) => changed),
    refusedCount: sum(({ refusedCount }) => refusedCount),
    canUndo: batches.some(({ canUndo }) => canUndo),
  }
}

type TitleFields = Pick<ListedBatch, 'action' | 'undoes' | 'changes' | 'name' | 'total'> & {
  resource: Resource | null
}

const namesOf = (resource: Resource | null) =>
  resource === null ? { one: 'registro', many: 'registros' } : entryOf(resource).name

/** The records of a batch, such as '3 películas'. */
export const batchRecordsText = ({ resource, total }: Pick<TitleFields, 'resource' | 'total'>): string => {
  const { one, many } = namesOf(resource)
  return `${formatCount(total)} ${total === 1 ? one : many}`
}

/** Title of a batch, such as 'Desactivar 3 películas'. */
export const batchTitle = (batch: TitleFields): string =>
  batch.undoes === null ? actionTitle(batch) : `Deshacer: ${actionTitle({ ...batch, action: batch.undoes })}`

const actionTitle = ({ resource, action, changes, name, total }: TitleFields): string => {
  if (action === 'import') return `Importar ${namesOf(resource).many}${name === '' ? '' : ` de «${name}»`}`
  const records = batchRecordsText({ resource, total })
  if (action === 'delete') return `Eliminar ${records}`
  if (action === 'restore') return `Restaurar ${records}`
  if (action === 'replaceLinks') return `Reemplazar ${changes.from} por ${changes.to} en ${records}`
  if (action === 'repair') return `Reparar ${records}`
  if (action === 'answer') return `Responder ${records}`
  if (action === 'compensate') {
    const days = Number(changes.days)
    return `Compensar ${formatCount(days)} ${days === 1 ? 'día' : 'días'} a ${records}`
  }
  const [field, ...others] = Object.keys(changes)
  if (others.length > 0) return `Cambiar ${records}`
  if (field === 'seller') return `Mover ${records} a otro agente`
  if (field !== 'status') return `Cambiar ${records}`
  return `${changes.status === true || changes.status === 'enable' ? 'Activar' : 'Desactivar'} ${records}`
}

/** What undoing a batch does, before it is confirmed. */
export const undoText = ({ action }: Pick<ListedBatch, 'action'>): string =>
  action === 'compensate'
    ? 'Se quitan los días que se dieron, salvo a quienes la licencia se les terminó después.'
    : 'Vuelven a como estaban los registros que nadie cambió después.'

const DONE_LABELS: Readonly<Record<BatchAction, readonly [one: string, many: string]>> = {
  update: ['registro cambiado', 'registros cambiados'],
  replaceLinks: ['registro cambiado', 'registros cambiados'],
  delete: ['registro eliminado', 'registros eliminados'],
  restore: ['registro restaurado', 'registros restaurados'],
  import: ['registro importado', 'registros importados'],
  repair: ['registro reparado', 'registros reparados'],
  answer: ['registro respondido', 'registros respondidos'],
  compensate: ['usuario compensado', 'usuarios compensados'],
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
