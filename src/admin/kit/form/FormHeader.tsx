import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { type ReactNode, useContext } from 'react'
import {
  useCreatePath,
  useNavigate,
  useRecordContext,
  useResourceContext,
  useResourceDefinition,
} from 'react-admin'
import { entryOf, isResource, recordTitle } from '../../../domain/registry.ts'
import { saveDraft } from '../../api/draft.ts'
import { useCachedMe, useCan } from '../../api/me.ts'
import { toExternal } from '../../api/paths.ts'
import { useRealLocation } from '../../api/router.tsx'
import { useFormKit } from '../inputs/form-kit.tsx'
import { RecordLinksContext } from '../page/feature-components.ts'
import { PageHeader } from '../page/Page.tsx'
import { useUnsavedCount } from './FormBar.tsx'
import { Neighbours } from './neighbours.tsx'

interface FormHeaderProps {
  title: string
  hasNeighbours?: boolean | undefined
  children?: ReactNode
}

/** Heading of a form; for a stored record with its name, links and neighbours. */
export const FormHeader = ({ title, hasNeighbours = false, children }: FormHeaderProps) => {
  const { mode } = useFormKit()
  const name = useRecordName()
  const RecordLinks = useContext(RecordLinksContext)
  return (
    <PageHeader title={title} name={mode === 'edit' ? name : undefined}>
      {mode === 'edit' && RecordLinks ? <RecordLinks /> : null}
      {mode === 'edit' ? <DuplicateButton /> : null}
      <Box sx={{ flex: 1 }} />
      {mode === 'edit' ? <Neighbours areShown={!hasNeighbours} /> : null}
      {children}
    </PageHeader>
  )
}

/** Display name of the saved record, if its resource defines one. */
const useRecordName = (): string | undefined => {
  const resource = useResourceContext() ?? ''
  const { recordRepresentation } = useResourceDefinition({ resource })
  const record = useRecordContext()
  if (record === undefined) return undefined
  const name: unknown =
    typeof recordRepresentation === 'function'
      ? recordRepresentation(record)
      : typeof recordRepresentation === 'string'
        ? record[recordRepresentation]
        : undefined
  return typeof name === 'string' ? name : undefined
}

const DISABLED_LINK = { '&:disabled': { color: 'text.disabled', pointerEvents: 'none' } } as const

/** A copy gets its own publication dates. */
const PUBLICATION_DATES = ['datePublish', 'dateUnpublish']

/** Opens a new form with a copy of the record, without links and identifiers. */
const DuplicateButton = () => {
  const record = useRecordContext()
  const resource = useResourceContext() ?? ''
  const unsaved = useUnsavedCount()
  const { pathname: here } = useRealLocation()
  const createPath = useCreatePath()
  const navigate = useNavigate()
  const canRegister = useCan('register', resource)
  const notCopied = isResource(resource) ? entryOf(resource).notCopied : undefined
  const userId = useCachedMe()?._id
  if (record === undefined || notCopied === undefined || !canRegister || userId === undefined) return null
  const duplicate = (): void => {
    const path = createPath({ resource, type: 'create' })
    const copied = Object.entries(record).filter(
      ([field]) => !notCopied.includes(field) && !PUBLICATION_DATES.includes(field),
    )
    const reason = `Es una copia de «${recordTitle(record)}» sin sus enlaces ni identificadores. Nada se guarda hasta que presione Registrar.`
    saveDraft(`form:${toExternal(path, here)}`, { userId, values: Object.fromEntries(copied), reason })
    navigate(path)
  }
  return (
    <Link component="button" type="button" disabled={unsaved > 0} onClick={duplicate} sx={DISABLED_LINK}>
      Duplicar
    </Link>
  )
}
