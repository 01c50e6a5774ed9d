import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useEffect, useState } from 'react'
import { useListContext } from 'react-admin'
import type { Encoding } from '../../../domain/format/encodings.ts'
import { formatCount } from '../../../domain/format/text.ts'
import { fileLimits, IMPORT_MESSAGES, type Import, KEPT_HOURS } from '../../../domain/imports/import.ts'
import { API_PATHS, entryOf, type FileResource } from '../../../domain/registry.ts'
import { request } from '../../api/http.ts'
import { useCan } from '../../api/me.ts'
import { listPathOf } from '../../api/paths.ts'
import { useRefreshLists } from '../../api/query-client.ts'
import { openJobs } from '../../kit/jobs/shown-jobs.ts'
import { useSuppressNotification } from '../../kit/jobs/suppressed-notifications.ts'
import { type Choice, ChoiceStep, countRefused } from './ChoiceStep.tsx'
import { HistoryStep } from './HistoryStep.tsx'
import { type Mapping, MappingStep, type MappingStepProps } from './MappingStep.tsx'
import { Proof } from './Proof.tsx'
import { RefusedDownload } from './RefusedDownload.tsx'
import { ImportedStep } from './ResultStep.tsx'
import { FileButton, ImportFrame, useAttempt, useGuard } from './steps.tsx'
import { Template } from './Template.tsx'

const TYPES = '.csv,.txt,.tsv,text/csv,text/plain,text/tab-separated-values'
const POLL_MS = 400

const isUnderWay = ({ state }: Import): boolean => state === 'checking' || state === 'applying'

const uploadEndpoint = (resource: FileResource) => `POST ${API_PATHS[resource]}/imports` as const

/** State and actions of an import; an error stays on the current step. */
const useImport = (resource: FileResource) => {
  // The list's permanent filter, such as the series of episodes, also applies to the imported records.
  const { filter: only = {} } = useListContext()
  const [id, setId] = useState<string>()
  /** Kept to be read again in another encoding. */
  const [file, setFile] = useState<File>()
  const { isBusy, problem, setProblem, attempt } = useAttempt()
  const client = useQueryClient()
  const { data: current, error } = useQuery({
    queryKey: ['imports', id],
    queryFn: ({ signal }) => request('GET /api/imports/:id', { params: { id: id ?? '' }, signal }),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? POLL_MS : false),
    staleTime: 0,
  })
  const goTo = async (step: () => Promise<Import>): Promise<void> => {
    const isDone = await attempt(async () => {
      const next = await step()
      client.setQueryData(['imports', next._id], next)
      setId(next._id)
    })
    // Shows changes made in another window at once.
    if (!isDone && id !== undefined) await client.invalidateQueries({ queryKey: ['imports', id] })
  }
  const send = (sent: File, encoding?: Encoding): Promise<Import> => {
    const query = new URLSearchParams({
      ...only,
      name: sent.name.slice(-200),
      ...(encoding !== undefined && { encoding }),
    })
    // Overrides a missing or unusual media type.
    const body = new Blob([sent], { type: 'text/csv' })
    return request(uploadEndpoint(resource), { query, body })
  }
  const params = { id: id ?? '' }
  return {
    current: id === undefined ? undefined : current,
    isBusy,
    scope: only,
    problem: problem ?? error?.message,
    attempt,
    /** Shows an import that a request has started. */
    start: goTo,
    upload: (chosen: File): Promise<void> | undefined => {
      const { bytes } = fileLimits(resource)
      if (chosen.size > bytes) return void setProblem(IMPORT_MESSAGES.tooBig(bytes))
      setFile(chosen)
      return goTo(() => send(chosen))
    },
    /** Uploads the file again, to be read in another encoding. */
    readAs: (encoding: Encoding): Promise<void> | undefined =>
      file &&
      goTo(async () => {
        const next = await send(file, encoding)
        request('DELETE /api/imports/:id', { params }).catch(() => undefined)
        return next
      }),
    check: (mapping: Mapping) =>
      goTo(() => request('PUT /api/imports/:id/mapping', { params, body: mapping })),
    apply: (choice: Choice & { version: number }) =>
      goTo(() => request('POST /api/imports/:id/apply', { params, body: choice })),
    /** Returns to the choice of rows. */
    stop: () =>
      attempt(async () => {
        await request('POST /api/batches/:id/cancel', { params })
        await client.invalidateQueries({ queryKey: ['imports', id] })
      }),
    /** Deletes the file, which would be deleted after a day anyway. */
    discard: (): void => {
      setProblem(undefined)
      setId(undefined)
      if (id !== undefined && current?.state !== 'done' && current?.state !== 'applying')
        request('DELETE /api/imports/:id', { params }).catch(() => undefined)
    },
  }
}

type Work = ReturnType<typeof useImport>

const UNTOUCHED = { mapping: false, rows: false }

interface SourceProps {
  resource: FileResource
  work: Pick<Work, 'upload' | 'start' | 'isBusy' | 'scope'>
}

/** The steps of an import that depend on the kind of file, and their texts. */
export interface FileSteps {
  title: string
  /** Chooses the file. */
  Source: ComponentType<SourceProps>
  /** What is chosen for the whole file, before its rows are checked. */
  Mapping: ComponentType<MappingStepProps>
  /** Label of the button to `Mapping`. */
  mapping: string
  done: string
  /** About the file of refused rows. */
  refused: string
}

interface ImportDialogProps {
  resource: FileResource
  /** By default, those of a table (CSV). */
  steps?: FileSteps
  onClose: () => void
}

/** Imports a file in steps: file, columns, preview with choices, result. */
export const ImportDialog = ({ resource, steps, onClose }: ImportDialogProps) => {
  const { title, Source, Mapping, mapping, done, refused } = steps ?? tableSteps(resource)
  const work = useImport(resource)
  const { current, isBusy } = work
  const [isMapping, setMapping] = useState(false)
  const [isHistory, setHistory] = useState(false)
  const [touched, setTouched] = useState(UNTOUCHED)
  const isChoosing = current?.state === 'checked' && !isMapping
  const isOpen = current !== undefined && current.state !== 'applying' && current.state !== 'done'
  const { guarded, question } = useGuard(isOpen && (touched.mapping || touched.rows))
  useFreshLists(current)
  useSuppressNotification(current?._id)
  const canUndo = useCan('delete', resource)
  const restart = (): void => {
    work.discard()
    setTouched(UNTOUCHED)
  }
  const leave = (): void => {
    restart()
    onClose()
  }
  const close = guarded(leave)
  const undo = (batch: string) =>
    work.attempt(async () => {
      const started = await request('POST /api/batches/:id/undo', { params: { id: batch } })
      onClose()
      openJobs(started.batch)
    })
  return (
    <ImportFrame
      title={title}
      width={current === undefined && !isHistory ? 'sm' : 'lg'}
      isBusy={isBusy}
      problem={work.problem}
      onClose={close}
    >
      {isHistory ? (
        <HistoryStep
          resource={resource}
          isBusy={isBusy}
          onUndo={undo}
          onBack={() => {
            restart()
            setHistory(false)
          }}
        />
      ) : current === undefined ? (
        <>
          <DialogContent sx={{ display: 'grid', gap: 2, pt: 0 }}>
            <Source resource={resource} work={work} />
          </DialogContent>
          <DialogActions sx={{ px: 3, pb: 2, flexWrap: 'wrap', gap: 1 }} disableSpacing>
            <Button variant="outlined" onClick={() => setHistory(true)}>
              Importaciones anteriores
            </Button>
            <Box sx={{ flex: 1 }} />
            <Button variant="outlined" onClick={onClose}>
              Cancelar
            </Button>
          </DialogActions>
        </>
      ) : isUnderWay(current) ? (
        <RunningStep
          current={current}
          isBusy={isBusy}
          onStop={work.stop}
          onClose={current.state === 'applying' ? onClose : close}
        />
      ) : current.state === 'done' ? (
        <ImportedStep
          batch={current.batch}
          done={done}
          message={current.message}
          lines={resultLines(resource, current)}
          canUndo={canUndo}
          isBusy={isBusy}
          onUndo={undo}
          onClose={onClose}
        >
          <Proof current={current} />
          {countRefused(current) === 0 ? null : (
            <>
              <RefusedDownload id={current._id} count={countRefused(current)} />
              <Typography color="text.secondary">
                {refused} Se puede descargar durante {KEPT_HOURS} horas.
                {resource === 'users' ? ' Las contraseñas quedan vacías.' : null}
              </Typography>
            </>
          )}
        </ImportedStep>
      ) : isChoosing ? (
        <ChoiceStep
          key={current.version}
          current={current}
          isBusy={isBusy}
          mapping={mapping}
          onTouched={() => setTouched({ ...touched, rows: true })}
          onApply={work.apply}
          onMapping={guarded(() => {
            setTouched({ ...touched, rows: false })
            setMapping(true)
          }, touched.rows)}
          onClose={close}
        />
      ) : (
        <Mapping
          key={current._id}
          current={current}
          isBusy={isBusy}
          onCheck={async (mapping) => {
            await work.check(mapping)
            setMapping(false)
          }}
          onTouched={() => setTouched(touched.mapping ? touched : { ...touched, mapping: true })}
          onEncoding={(encoding) =>
            guarded(() => {
              setTouched(UNTOUCHED)
              void work.readAs(encoding)
            })()
          }
          onRestart={guarded(restart)}
          onClose={close}
        />
      )}
      {question}
    </ImportFrame>
  )
}

const resultLines = (resource: FileResource, current: Import) => {
  const { created, changed, counts, message } = current
  const lines = [
    {
      label: message === '' ? 'Sin elegir' : 'Sin importar',
      count: counts.new + counts.changed - created - changed,
    },
    { label: 'Ya estaban iguales', count: counts.same },
    { label: 'Duplicados en el archivo', count: counts.duplicate },
  ]
  return [
    { label: 'Registros creados', count: created, to: createdPath(resource, current) },
    { label: 'Registros modificados', count: changed },
    ...lines.filter(({ count }) => count > 0),
    { label: 'Filas rechazadas', count: counts.refused },
  ]
}

/** The list of what an import wrote, if it created anything. */
const createdPath = (resource: FileResource, { batch, created }: Import): string | undefined =>
  batch === null || created === 0
    ? undefined
    : `${listPathOf(resource)}?${new URLSearchParams({ filter: JSON.stringify({ batch }) })}`

/** Refreshes the list below with the written records. */
const useFreshLists = (current: Import | undefined): void => {
  const refreshLists = useRefreshLists()
  const { refetch } = useListContext()
  const isDone = current?.state === 'done'
  useEffect(() => {
    if (!isDone) return
    refreshLists()
    refetch()
  }, [isDone, refreshLists, refetch])
}

const TableSource = ({ resource, work }: SourceProps) => (
  <>
    <Typography>
      Elija un archivo CSV, también de Excel, con los nombres de las columnas en la primera fila. Antes de
      importar nada verá qué registros son nuevos, cuáles cambian y qué filas no se pueden importar.
    </Typography>
    <FileButton
      label="Elegir archivo CSV"
      name="Archivo CSV"
      accept={TYPES}
      isBusy={work.isBusy}
      onChosen={(file) => void work.upload(file)}
    />
    <Template resource={resource} scope={work.scope} />
    <Typography color="text.secondary">
      Un archivo exportado de esta lista se puede corregir e importar de nuevo.
      {resource === 'users'
        ? ' También sirve el de otro panel, con usuario, contraseña, vencimiento y agente: cada cliente conserva su vencimiento exacto, y cada agente sus créditos.'
        : null}
    </Typography>
  </>
)

const tableSteps = (resource: FileResource): FileSteps => ({
  title: `Importar ${entryOf(resource).name.many}`,
  Source: TableSource,
  Mapping: MappingStep,
  mapping: 'Columnas',
  done: 'El archivo fue importado.',
  refused: 'Sus filas como en el archivo, con una columna «Motivo»: corríjalas e impórtelo de nuevo.',
})

interface RunningStepProps {
  current: Import
  isBusy: boolean
  onStop: () => void
  onClose: () => void
}

const RunningStep = ({ current, isBusy, onStop, onClose }: RunningStepProps) => {
  const { state, isChunked, batch, counts } = current
  const isChecking = state === 'checking'
  // An import in chunks has its batch once the first of them is written.
  const isWriting = state === 'applying' && batch !== null
  const total = isWriting ? counts.new + counts.changed : current.total
  const done = Math.min(current.done, total)
  // Users' passwords are hashed before anything is written.
  const isPreparing = state === 'applying' && !isWriting && done > 0 && (isChunked || done < total)
  const counted = `${formatCount(done)} de ${formatCount(total)} filas.`
  return (
    <>
      <DialogContent sx={{ display: 'grid', gap: 1.5, pt: 0 }}>
        <LinearProgress
          variant={isChecking || isPreparing || isWriting ? 'determinate' : 'indeterminate'}
          aria-label="Avance"
          value={total === 0 ? 100 : (100 * done) / total}
          sx={{ height: 8, borderRadius: 99 }}
        />
        <Box role="status">
          {isChecking
            ? `Revisando: ${counted}`
            : isPreparing
              ? `Protegiendo las contraseñas: ${counted}`
              : isWriting
                ? `Escribiendo por partes: ${counted}`
                : isChunked
                  ? 'Escribiendo lo elegido por partes.'
                  : 'Escribiendo lo elegido: todo o nada.'}
        </Box>
        {isChunked && !isChecking ? (
          <Typography color="text.secondary">
            {isWriting
              ? 'Si la detiene, lo ya escrito queda, y se puede deshacer.'
              : 'Con muchas contraseñas puede tardar hasta una hora, para que los demás trabajen como siempre. Puede cerrar esta ventana.'}
          </Typography>
        ) : null}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        {isChecking ? null : (
          <Button variant="outlined" disabled={isBusy} onClick={onStop}>
            Detener
          </Button>
        )}
        <Button variant="outlined" onClick={onClose}>
          {isChecking ? 'Cancelar' : 'Seguir en segundo plano'}
        </Button>
      </DialogActions>
    </>
  )
}
