import { useRefresh } from 'ra-core'
import { useState } from 'react'
import type { ImportChoices } from '../../../domain/channels/playlist/choices.ts'
import { ApiError, type FieldErrors } from '../../providers/api-error.ts'
import {
  type ImportSummary,
  importPlaylist,
  type PlaylistSource,
  previewImport,
  type UndoneImport,
  undoImport,
} from './import-api.ts'
import type { PlacedEntry } from './preview-entries.ts'

/** Where an import stands: nothing chosen yet, its preview, what it did, what undoing it did. */
type Step =
  | { kind: 'source' }
  | { kind: 'preview'; entries: readonly PlacedEntry[] }
  | { kind: 'imported'; summary: ImportSummary }
  | { kind: 'undone'; undone: UndoneImport }

const FAILED = 'No se pudo completar la importación.'
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : FAILED)

/** The steps of an import, one after the other; a failure leaves the step as it is, and is said. */
export const useImport = () => {
  const [step, setStep] = useState<Step>({ kind: 'source' })
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const refresh = useRefresh()
  const goTo = async (next: () => Promise<Step>): Promise<FieldErrors | undefined> => {
    setBusy(true)
    setProblem(undefined)
    try {
      setStep(await next())
    } catch (error) {
      if (error instanceof ApiError && error.body.errors !== undefined) return error.body.errors
      setProblem(messageOf(error))
    } finally {
      setBusy(false)
    }
    return undefined
  }
  const look = (source: PlaylistSource) =>
    goTo(async () => {
      const entries = await previewImport(source)
      return { kind: 'preview', entries: entries.map((entry, place) => ({ ...entry, place })) }
    })
  const run = (entries: readonly PlacedEntry[], taken: ReadonlySet<number>, choices: ImportChoices) =>
    goTo(async () => {
      const summary = await importPlaylist({
        ...choices,
        entries: entries.map((entry) => sentOf(entry, taken)),
      })
      refresh()
      return { kind: 'imported', summary }
    })
  const undo = (batchId: string) =>
    goTo(async () => {
      const undone = await undoImport(batchId)
      refresh()
      return { kind: 'undone', undone }
    })
  const restart = () => {
    setProblem(undefined)
    setStep({ kind: 'source' })
  }
  return { step, isBusy, problem, look, run, undo, restart }
}

export type Import = ReturnType<typeof useImport>

/** An entry as the import takes it: what the preview said of it stays here. */
const sentOf = (
  { place, verdict: _verdict, changes: _changes, problems: _problems, ...entry }: PlacedEntry,
  taken: ReadonlySet<number>,
) => ({ ...entry, take: taken.has(place) })
