import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import {
  LinkBase,
  type RaRecord,
  useCreatePath,
  useDataProvider,
  useRecordContext,
  useResourceContext,
} from 'ra-core'
import { useEffect, useState } from 'react'
import { ConfirmDialog } from '../../kit/dialogs/ConfirmDialog.tsx'
import { type SaveGuard, useFormKit } from '../../kit/inputs/form-kit.tsx'

/** The kinds whose lists are filtered by the id of the film database. */
const KINDS: ReadonlySet<string> = new Set(['movies', 'discoveries', 'series'])
const MOST_SHOWN = 5

interface Question {
  found: readonly RaRecord[]
  answer: (save: boolean) => void
}

const codeOf = (value: unknown): string => (typeof value === 'string' ? value.trim().toLowerCase() : '')

const labelOf = ({ title, year }: RaRecord): string =>
  typeof year === 'number' ? `${String(title)} (${year})` : String(title)

const FoundLink = ({ resource, record }: { resource: string; record: RaRecord }) => {
  const createPath = useCreatePath()
  return (
    <Link
      component={LinkBase}
      to={createPath({ resource, type: 'edit', id: record.id })}
      target="_blank"
      rel="noopener"
      aria-label={`${labelOf(record)} (se abre en otra pestaña)`}
    >
      {labelOf(record)}
    </Link>
  )
}

/** Looks, before a content is saved, for another one of its kind with the same IMDb id, and asks what to do. */
export const DuplicateGuard = () => {
  const { saveGuard } = useFormKit()
  const resource = useResourceContext() ?? ''
  const record = useRecordContext()
  const dataProvider = useDataProvider()
  const [question, setQuestion] = useState<Question>()
  useEffect(() => {
    const othersWith = async (imdbId: string): Promise<RaRecord[]> => {
      const { data } = await dataProvider.getList(resource, {
        filter: { imdbId },
        pagination: { page: 1, perPage: MOST_SHOWN + 1 },
        sort: { field: 'id', order: 'ASC' },
      })
      return data.filter(({ id }) => id !== record?.id).slice(0, MOST_SHOWN)
    }
    const guard: SaveGuard = async (values) => {
      const code = codeOf(values.imdbId)
      if (!KINDS.has(resource) || code === '' || code === codeOf(record?.imdbId)) return true
      // A warning that could not be looked up keeps nobody from saving.
      const found = await othersWith(code).catch(() => [])
      return found.length === 0 || new Promise<boolean>((answer) => setQuestion({ found, answer }))
    }
    saveGuard.current = guard
    return () => {
      if (saveGuard.current === guard) saveGuard.current = undefined
    }
  }, [saveGuard, resource, record, dataProvider])
  const close = (save: boolean): void => {
    question?.answer(save)
    setQuestion(undefined)
  }
  return (
    <ConfirmDialog
      open={question !== undefined}
      title="Ya existe un registro con este código IMDb"
      confirmLabel="Guardar de todos modos"
      cancelLabel="Seguir editando"
      onConfirm={() => close(true)}
      onClose={() => close(false)}
    >
      {question?.found.map((one) => (
        <Box key={one.id} sx={{ py: 0.5 }}>
          <FoundLink resource={resource} record={one} />
        </Box>
      ))}
    </ConfirmDialog>
  )
}
