import type { Change, Verdict } from '../../../../domain/channels/playlist/compare.ts'
import type { EntryField } from '../../../../domain/channels/playlist/entry.ts'
import { formatCount } from '../../../../domain/format/numbers.ts'
import type { PreviewEntry } from './import-api.ts'

/** What is said of one entry, and of many. */
export const VERDICT_NAMES: Readonly<Record<Verdict, { one: string; many: string }>> = {
  new: { one: 'Nuevo', many: 'Nuevos' },
  changed: { one: 'Cambiado', many: 'Cambiados' },
  same: { one: 'Igual', many: 'Iguales' },
  duplicate: { one: 'Duplicado', many: 'Duplicados' },
  invalid: { one: 'Inválido', many: 'Inválidos' },
}

export const VERDICTS: readonly Verdict[] = ['new', 'changed', 'same', 'duplicate', 'invalid']

export const FIELD_NAMES: Readonly<Record<EntryField, string>> = {
  number: 'Número',
  title: 'Título',
  link: 'Enlace',
  category: 'Categoría',
  image: 'Imagen',
  epgId: 'EPG ID',
}

/** An entry with its place in the playlist, by which choices name it. */
export interface PlacedEntry extends PreviewEntry {
  place: number
}

export const withVerdict = (
  entries: readonly PlacedEntry[],
  verdict: Verdict | '',
): readonly PlacedEntry[] => (verdict === '' ? entries : entries.filter((entry) => entry.verdict === verdict))

/** 'Enlace: https://a → https://b' */
export const changeText = ({ field, before, after }: Change): string =>
  `${FIELD_NAMES[field]}: ${before || '—'} → ${after}`

/** 'Importar 12 canales', or what there is to do instead. */
export const importLabel = (count: number): string => {
  if (count === 0) return 'Importar'
  return count === 1 ? 'Importar 1 canal' : `Importar ${formatCount(count)} canales`
}
