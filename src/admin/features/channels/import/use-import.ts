import { useState } from 'react'
import { useRefresh } from 'react-admin'
import type { ImportChoices } from '../../../../domain/channels/playlist/choices.ts'
import type { ImportSummary, UndoneImport } from '../../../../domain/channels/playlist/endpoints.ts'
import { MAX_SOURCE } from '../../../../domain/channels/playlist/history.ts'
import { ApiError, ask, type FieldErrors } from '../../../api/http.ts'
import { useAttempt } from '../../imports/steps.tsx'
import type { NumberedEntry, Selection } from './selection.ts'

type Step =
  | { kind: 'source' }
  | { kind: 'preview'; source: string; entries: readonly NumberedEntry[] }
  | { kind: 'imported'; summary: ImportSummary }
  | { kind: 'undone'; undone: UndoneImport }

/** The steps of an import; an error stays on the current one. */
export const useImport = () => {
  const [step, setStep] = useState<Step>({ kind: 'source' })
  const { isBusy, problem, setProblem, attempt } = useAttempt()
  const refresh = useRefresh()
  const goTo = async (next: () => Promise<Step>): Promise<FieldErrors | undefined> => {
    let errors: FieldErrors | undefined
    await attempt(async () => {
      try {
        setStep(await next())
      } catch (error) {
        if (!(error instanceof ApiError) || error.body.errors === undefined) throw error
        errors = error.body.errors
      }
    })
    return errors
  }
  const look = (playlist: Blob | { listId: string }, name: string) =>
    goTo(async () => {
      const entries = await ask('POST /api/channels/import/preview', { body: playlist })
      return {
        kind: 'preview',
        source: name.slice(0, MAX_SOURCE),
        entries: entries.map((entry, position) => ({ ...entry, position })),
      }
    })
  const run = (entries: readonly NumberedEntry[], selection: Selection, choices: ImportChoices) =>
    goTo(async () => {
      const body = {
        ...choices,
        source: step.kind === 'preview' ? step.source : '',
        entries: entries.map((entry) => sentOf(entry, selection)),
      }
      const summary = await ask('POST /api/channels/import', { body })
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

/** An entry in the format of the import request. */
const sentOf = (entry: NumberedEntry, { taken, fields, categoryOf }: Selection) => {
  const { position, title, link, number, image, epgId, channel } = entry
  return {
    ...{ title, link, number, image, epgId, channel },
    category: categoryOf(entry),
    take: taken.has(position) || fields.has(position),
    fields: [...(fields.get(position) ?? [])],
  }
}

export const undoImport = (id: string): Promise<UndoneImport> =>
  ask('DELETE /api/channels/import/:id', { params: { id } })
