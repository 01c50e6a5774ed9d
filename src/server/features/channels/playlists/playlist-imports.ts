import { or } from 'drizzle-orm'
import { can } from '../../../../domain/access/permissions.ts'
import { IMPORT_MESSAGES } from '../../../../domain/imports/import.ts'
import { missingDefault } from '../../../../domain/imports/messages.ts'
import { type CheckedEntry, checkEntries } from '../../../../domain/playlists/check-entries.ts'
import { type PlaylistEntry, tidyEntry, withoutStreamState } from '../../../../domain/playlists/entry.ts'
import { MAX_CATEGORY, PLAYLIST_FIELDS, playlistOptions } from '../../../../domain/playlists/options.ts'
import { MAX_ENTRIES } from '../../../../domain/playlists/parse.ts'
import { changedStation, newStation } from '../../../../domain/playlists/stations.ts'
import { toValidationErrors } from '../../../../domain/validation/errors.ts'
import { collectionImports, identityKeys, writeRows } from '../../../platform/collections/import.ts'
import { lockReferences } from '../../../platform/collections/references.ts'
import { isAnyOf } from '../../../platform/database/ids.ts'
import type { Fields } from '../../../platform/database/schema/batches.ts'
import { type CheckedRow, type ImportWork, RowsOutdated } from '../../../platform/imports/import-work.ts'
import type { Table } from '../../../platform/imports/read-table.ts'
import { currentSettings } from '../../../platform/settings/read-settings.ts'
import { CHANNELS, RADIOS, type Station, type StationTarget } from './stations.ts'

type CheckStep = Parameters<ImportWork['check']>[0]
type Row = CheckStep['rows'][number]

/** Imports of playlists as channels or radio stations (docs/design/tasks.md). */
const playlistImports = (target: StationTarget): ImportWork => {
  const { values } = collectionImports(target.collection)
  const { channelGuide, ...options } = playlistOptions.shape
  return {
    resource: target.name,
    format: 'playlist',
    mostRows: MAX_ENTRIES,
    options: { ...options, ...(target.name === 'channels' && { channelGuide }) },
    fields: () => PLAYLIST_FIELDS,
    check: (step) => checkPlaylist(target, step),
    async values(step, rows) {
      const texts = await values(
        step,
        rows.map(({ fields }) => ({ cells: SHOWN, fields })),
      )
      return texts.map((text, index) => {
        const { cells = {}, fields = {} } = rows[index] ?? {}
        return fields.title === cells.title ? text : { title: String(fields.title), ...text }
      })
    },
    write: (step) => writeStations(target, step),
  }
}

/** The fields of new records that the review shows, besides cleaned titles. */
const SHOWN = { number: '', category: '', link: '', channelGuide: '', epgId: '' } as const

export const PLAYLIST_IMPORTS = {
  channels: playlistImports(CHANNELS),
  radios: playlistImports(RADIOS),
} as const

/** Entries as the rows of a table with a column for each field. */
export const playlistTable = (entries: readonly PlaylistEntry[]): Table => ({
  encoding: 'utf-8',
  damage: 0,
  separator: ';',
  columns: PLAYLIST_FIELDS.map(({ label }) => label),
  days: [],
  rows: entries.map((entry, index) => {
    const cells: Fields = { ...entry, notes: entry.notes?.join('\n') }
    return { row: index + 1, cells: PLAYLIST_FIELDS.map(({ name }) => String(cells[name] ?? '')) }
  }),
})

const parseRow = ({ cells }: Row, cleanTitles: boolean): PlaylistEntry => {
  const { title = '', link = '', number, image = '', category = '', epgId = '', notes } = cells
  return tidyEntry({
    title: cleanTitles ? withoutStreamState(title) : title,
    link,
    number: number === undefined ? null : Number(number),
    ...{ image, category, epgId },
    notes: notes?.split('\n') ?? [],
  })
}

const checkPlaylist = async (target: StationTarget, step: CheckStep): Promise<CheckedRow[]> => {
  const { tx, rows, options } = step
  const { cleanTitles, ...chosen } = playlistOptions.parse(options)
  const { tvUrlBase } = await currentSettings(tx)
  const entries = rows.map((row) => parseRow(row, cleanTitles))
  const stations = await target.stations(tx)
  const { category } = chosen
  const referenceErrors = await lockReferences(tx, target.collection, [chosen])
  const checked = checkEntries(entries, { target: target.name, stations, base: tvUrlBase, category })
  return checked.map((each, index) => ({
    row: rows[index]?.row ?? 0,
    title: each.station?.title ?? each.entry.title,
    ...rowResult(target, step, each, { ...chosen, referenceErrors }),
  }))
}

const refusedResult = (message: string) => ({ verdict: 'refused' as const, errors: [{ field: '', message }] })

/** The result of a row, with the fields to write. */
const rowResult = (
  { name, collection }: StationTarget,
  { currentUser }: CheckStep,
  { entry, verdict, station, categories, changes, errors, notes }: CheckedEntry<Station>,
  chosen: {
    category: string
    channelGuide: string | null
    referenceErrors: Awaited<ReturnType<typeof lockReferences>>
  },
): Pick<CheckedRow, 'verdict'> & Partial<CheckedRow> => {
  const offered = categories.filter((each) => each.length <= MAX_CATEGORY)
  const options = offered.length > 1 ? { category: offered } : {}
  if (verdict === 'new') {
    if (!can(currentUser, 'create', name)) return refusedResult(IMPORT_MESSAGES.cannotCreate)
    const parsed = newStation(name, entry, chosen)
    if (!parsed.success) return { verdict: 'refused', errors: toValidationErrors(parsed.error) }
    const missing = chosen.referenceErrors(parsed.data)
    if (missing.length > 0) return { verdict: 'refused', errors: missing }
    // The key is the number: the import is outdated once another record has it.
    return { verdict, notes, options, fields: parsed.data, key: identityKeys(collection, parsed.data).at(-1) }
  }
  if (verdict === 'changed') {
    if (!can(currentUser, 'update', name)) return refusedResult(IMPORT_MESSAGES.cannotUpdate)
    const fields = Object.fromEntries(changes.map(({ field }) => [field, entry[field]]))
    return { verdict, notes, options: 'category' in fields ? options : {}, record: station, fields, changes }
  }
  const said = errors.map(({ field, message }) => ({
    field,
    message: field === 'category' && entry.category === '' ? missingDefault(message) : message,
  }))
  return { verdict, notes, record: station, errors: said }
}

/**
 * Writes new and changed records by the rules of single requests. Also throws `RowsOutdated` if another record has got
 * the new number of a changed one since the check (rule T11).
 */
export const writeStations = async (
  { name, collection, table, stations }: StationTarget,
  step: Parameters<typeof writeRows>[1],
): ReturnType<typeof writeRows> => {
  const changed = step.rows.filter(({ record }) => record !== null)
  const ids = changed.flatMap(({ record }) => record?._id ?? [])
  const numbers = changed.flatMap(({ fields }) => (typeof fields.number === 'number' ? fields.number : []))
  const stored = await stations(step.tx, or(isAnyOf(table._id, ids), isAnyOf(table.number, numbers)))
  const taken = new Set<unknown>(stored.map(({ number }) => number))
  const outdated = changed.filter(({ fields }) => taken.has(fields.number))
  if (outdated.length > 0)
    throw new RowsOutdated(outdated.map(({ row }) => ({ row, message: IMPORT_MESSAGES.numberTaken })))
  const before = new Map(stored.map((station) => [station._id, station]))
  const rows = step.rows.map((row) => {
    const station = before.get(row.record?._id ?? '')
    return station ? { ...row, fields: changedStation(name, station, row.fields) } : row
  })
  return writeRows(collection, { ...step, rows })
}
