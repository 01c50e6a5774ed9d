import { API_PATHS } from '../../../../domain/access/resources.ts'
import type { ImportChoices } from '../../../../domain/channels/playlist/choices.ts'
import type { Change, Verdict } from '../../../../domain/channels/playlist/compare.ts'
import type { PlaylistEntry } from '../../../../domain/channels/playlist/entry.ts'
import type { ImportState } from '../../../../domain/channels/playlist/history.ts'
import type { Choice, ImportCounts } from '../../../../domain/channels/playlist/plan.ts'
import type { Problem } from '../../../../domain/validation/problems.ts'
import { call } from '../../../api/http.ts'
import { writing } from '../../../api/lists.ts'

/** Where a playlist comes from: a file of this computer, or the address of a channel list. */
export type PlaylistSource = Blob | { listId: string }

/** An entry of a playlist, with what importing it would do. */
export interface PreviewEntry extends PlaylistEntry {
  verdict: Verdict
  channel: string | null
  changes: Change[]
  problems: Problem[]
}

/** What an import did; without a batch there is nothing to undo. */
export interface ImportSummary extends ImportCounts {
  batchId: string | null
}

/** What undoing it did, and the channels that somebody edited since. */
export interface UndoneImport {
  removed: number
  restored: number
  kept: { _id: string; number: number; title: string }[]
}

/** An import of the history. */
export interface PastImport {
  _id: string
  date: string
  /** Empty for users who are deleted since. */
  userName: string
  source: string
  created: number
  changed: number
  state: ImportState
  undoneAt: string | null
  undoneBy: string
  kept: number
}

const path = `${API_PATHS.channels}/import`

// The contract: what the server answers to each of these calls.
const asPreview = (json: unknown): PreviewEntry[] => json as PreviewEntry[]
const asSummary = (json: unknown): ImportSummary => json as ImportSummary
const asHistory = (json: unknown): PastImport[] => json as PastImport[]
const asCount = (json: unknown): { count: number } => json as { count: number }
const asUndone = (json: unknown): UndoneImport => json as UndoneImport

/** Asks what importing a playlist would do. */
export const previewImport = async (source: PlaylistSource): Promise<PreviewEntry[]> =>
  asPreview((await call(`${path}/preview`, { method: 'POST', body: source })).json)

/** Imports the entries that are taken; the others are sent along to tell which channel each one stands for. */
export const importPlaylist = async (
  choices: ImportChoices & { source: string; entries: readonly (PlaylistEntry & Choice)[] },
): Promise<ImportSummary> => asSummary((await writing(call(path, { method: 'POST', body: choices }))).json)

export const pastImports = async (
  page: number,
  limit: number,
  signal: AbortSignal,
): Promise<{ imports: PastImport[]; total: number }> => {
  const [found, size] = await Promise.all([
    call(`${path}?page=${page}&limit=${limit}`, { signal }),
    call(`${path}/size`, { signal }),
  ])
  return { imports: asHistory(found.json), total: asCount(size.json).count }
}

/** Takes an import back. */
export const undoImport = async (batchId: string): Promise<UndoneImport> =>
  asUndone((await writing(call(`${path}/${encodeURIComponent(batchId)}`, { method: 'DELETE' }))).json)

/** The text of a playlist with all channels. */
export const exportPlaylist = async (): Promise<string> =>
  (await call(`${API_PATHS.channels}/export.m3u`)).body
