import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useListContext } from 'ra-core'
import { useEffect, useId, useState } from 'react'
import { UNDO_DAYS } from '../../../domain/batches/undo.ts'
import { formatCount } from '../../../domain/format/text.ts'
import { IMPORT_MESSAGES, type Import, MOST_FILE_BYTES } from '../../../domain/imports/import.ts'
import { API_PATHS, entryOf, type FileResource } from '../../../domain/registry.ts'
import { useFailureMessage } from '../../api/connection.ts'
import { ask } from '../../api/http.ts'
import { useCan } from '../../api/me.ts'
import { useRefreshLists } from '../../api/query-client.ts'
import { Counts, FileButton, SCROLLING, StepError, useGuard } from '../../kit/import/steps.tsx'
import { useFollowed } from '../../kit/jobs/followed.ts'
import { openJobs } from '../../kit/page/menus.tsx'
import { type Choice, ChoiceStep } from './ChoiceStep.tsx'
import { HistoryStep } from './HistoryStep.tsx'
import { type Mapping, MappingStep } from './MappingStep.tsx'

const TYPES = '.csv,.txt,.tsv,text/csv,text/plain,text/tab-separated-values'
const POLL_MS = 400

const isUnderWay = ({ state }: Import): boolean => state === 'checking' || state === 'applying'

const uploadAddress = (resource: FileResource) => `POST ${API_PATHS[resource]}/imports` as const

/** State and actions of an import; an error stays on the current step. */
const useImport = (resource: FileResource) => {
  // The list's permanent filter, such as the series of episodes, also applies to the imported records.
  const { filter: only = {} } = useListContext()
  const [id, setId] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useFailureMessage()
  const client = useQueryClient()
  const { data: current, error } = useQuery({
    queryKey: ['imports', id],
    queryFn: ({ signal }) => ask('GET /api/imports/:id', { params: { id: id ?? '' }, signal }),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? POLL_MS : false),
    staleTime: 0,
  })
  const attempt = async (work: () => Promise<Import>): Promise<void> => {
    setBusy(true)
    setProblem(undefined)
    try {
      const next = await work()
      client.setQueryData(['imports', next._id], next)
      setId(next._id)
    } catch (failure) {
      setProblem(failure instanceof Error ? failure.message : String(failure))
      // Shows changes made in another window at once.
      if (id !== undefined) await client.invalidateQueries({ queryKey: ['imports', id] })
    } finally {
      setBusy(false)
    }
  }
  const params = { id: id ?? '' }
  return {
    current: id === undefined ? undefined : current,
    isBusy,
    problem: problem ?? error?.message,
    upload: (file: File): Promise<void> | undefined => {
      if (file.size > MOST_FILE_BYTES) return void setProblem(IMPORT_MESSAGES.tooBig)
      const query = new URLSearchParams({ ...only, name: file.name.slice(-200) })
      // Overrides a missing or unusual media type.
      const body = new Blob([file], { type: 'text/csv' })
      return attempt(() => ask(uploadAddress(resource), { query, body }))
    },
    check: (mapping: Mapping) =>
      attempt(() => ask('PUT /api/imports/:id/mapping', { params, body: mapping })),
    apply: (choice: Choice & { version: number }) =>
      attempt(() => ask('POST /api/imports/:id/apply', { params, body: choice })),
    /** Deletes the file, which would be deleted after a day anyway. */
    discard: (): void => {
      setProblem(undefined)
      setId(undefined)
      if (id !== undefined && current?.state !== 'done' && current?.state !== 'applying')
        ask('DELETE /api/imports/:id', { params }).catch(() => undefined)
    },
  }
}

export type Work = ReturnType<typeof useImport>

const UNTOUCHED = { mapping: false, rows: false }

interface ImportDialogProps {
  resource: FileResource
  onClose: () => void
}

/** Imports a file in steps: file, columns, preview with choices, result. */
export const ImportDialog = ({ resource, onClose }: ImportDialogProps) => {
  const heading = useId()
  const work = useImport(resource)
  const { current, isBusy } = work
  const [isMapping, setMapping] = useState(false)
  const [isHistory, setHistory] = useState(false)
  const [touched, setTouched] = useState(UNTOUCHED)
  const isChoosing = current?.state === 'checked' && !isMapping
  const isOpen = current !== undefined && current.state !== 'applying' && current.state !== 'done'
  const { guarded, question } = useGuard(isOpen && (touched.mapping || touched.rows))
  useFreshLists(current)
  useFollowed(current?._id)
  const restart = (): void => {
    work.discard()
    setTouched(UNTOUCHED)
  }
  const leave = (): void => {
    restart()
    onClose()
  }
  const close = guarded(leave)
  const { many } = entryOf(resource).name
  const undo = async (batch: string): Promise<void> => {
    const started = await ask('POST /api/batches/:id/undo', { params: { id: batch } })
    onClose()
    openJobs(started.batch)
  }
  return (
    <Dialog
      open
      onClose={isBusy ? undefined : close}
      fullWidth
      maxWidth={current === undefined && !isHistory ? 'sm' : 'lg'}
      aria-labelledby={heading}
      aria-busy={isBusy}
      sx={SCROLLING}
    >
      <DialogTitle id={heading}>Importar {many}</DialogTitle>
      <Box sx={{ height: 4 }}>{isBusy ? <LinearProgress aria-label="Trabajando" /> : null}</Box>
      <StepError text={work.problem} />
      {isHistory ? (
        <HistoryStep resource={resource} onUndo={undo} onBack={() => setHistory(false)} />
      ) : current === undefined ? (
        <SourceStep resource={resource} work={work} onHistory={() => setHistory(true)} onClose={onClose} />
      ) : isUnderWay(current) ? (
        <RunningStep current={current} onClose={current.state === 'applying' ? onClose : close} />
      ) : current.state === 'done' ? (
        <DoneStep current={current} onUndo={undo} onClose={onClose} />
      ) : isChoosing ? (
        <ChoiceStep
          key={current.version}
          current={current}
          isBusy={isBusy}
          onTouched={() => setTouched({ ...touched, rows: true })}
          onApply={work.apply}
          onMapping={guarded(() => {
            setTouched({ ...touched, rows: false })
            setMapping(true)
          }, touched.rows)}
          onClose={close}
        />
      ) : (
        <MappingStep
          key={current._id}
          current={current}
          isBusy={isBusy}
          onCheck={async (mapping) => {
            await work.check(mapping)
            setMapping(false)
          }}
          onTouched={() => setTouched({ ...touched, mapping: true })}
          onRestart={guarded(restart)}
          onClose={close}
        />
      )}
      {question}
    </Dialog>
  )
}

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

interface SourceStepProps {
  resource: FileResource
  work: Pick<Work, 'upload' | 'isBusy'>
  onHistory: () => void
  onClose: () => void
}

const SourceStep = ({ resource, work, onHistory, onClose }: SourceStepProps) => (
  <>
    <DialogContent sx={{ display: 'grid', gap: 2, pt: 0 }}>
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
      <Typography color="text.secondary">
        Un archivo exportado de esta lista se puede corregir e importar de nuevo.
        {resource === 'users'
          ? ' También sirve el de otro panel, con usuario, contraseña, vencimiento y agente: cada cliente recibe los meses que le quedan.'
          : null}
      </Typography>
    </DialogContent>
    <DialogActions sx={{ px: 3, pb: 2, flexWrap: 'wrap', gap: 1 }} disableSpacing>
      <Button variant="outlined" onClick={onHistory}>
        Importaciones anteriores
      </Button>
      <Box sx={{ flex: 1 }} />
      <Button variant="outlined" onClick={onClose}>
        Cancelar
      </Button>
    </DialogActions>
  </>
)

const RunningStep = ({ current, onClose }: { current: Import; onClose: () => void }) => {
  const { state, total } = current
  const isChecking = state === 'checking'
  const done = Math.min(current.done, total)
  // Users' passwords are hashed before anything is written.
  const isPreparing = state === 'applying' && done > 0 && done < total
  const counted = `${formatCount(done)} de ${formatCount(total)} filas.`
  return (
    <>
      <DialogContent sx={{ display: 'grid', gap: 1.5, pt: 0 }}>
        <LinearProgress
          variant={isChecking || isPreparing ? 'determinate' : 'indeterminate'}
          aria-label="Avance"
          value={total === 0 ? 100 : (100 * done) / total}
          sx={{ height: 8, borderRadius: 99 }}
        />
        <Box role="status">
          {isChecking
            ? `Revisando: ${counted}`
            : isPreparing
              ? `Protegiendo las contraseñas: ${counted}`
              : 'Escribiendo lo elegido: todo o nada.'}
        </Box>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button variant="outlined" onClick={onClose}>
          {isChecking ? 'Cancelar' : 'Seguir en segundo plano'}
        </Button>
      </DialogActions>
    </>
  )
}

interface DoneStepProps {
  current: Import
  onUndo: (batch: string) => Promise<void>
  onClose: () => void
}

/** The result of the import, with undo. */
const DoneStep = ({ current, onUndo, onClose }: DoneStepProps) => {
  const { batch, created, changed, resource } = current
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useFailureMessage()
  const canUndo = useCan('delete', resource) && batch !== null
  const undo = async (): Promise<void> => {
    if (batch === null) return
    setBusy(true)
    try {
      await onUndo(batch)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
      setBusy(false)
    }
  }
  return (
    <>
      <DialogContent tabIndex={0} role="group" aria-label="Resultado" sx={{ display: 'grid', gap: 2, pt: 0 }}>
        <Alert severity={batch === null ? 'info' : 'success'} role="status">
          {batch === null ? 'No había nada que importar.' : 'El archivo fue importado.'}
        </Alert>
        {problem === undefined ? null : (
          <Alert severity="error" role="alert">
            {problem}
          </Alert>
        )}
        <Counts
          lines={[
            { label: 'Registros creados', count: created },
            { label: 'Registros modificados', count: changed },
          ]}
        />
        {canUndo ? (
          <Typography color="text.secondary">
            Puede deshacerla durante {UNDO_DAYS} días, también desde «Importaciones anteriores».
          </Typography>
        ) : null}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        {canUndo ? (
          <Button variant="outlined" color="error" disabled={isBusy} onClick={undo}>
            Deshacer
          </Button>
        ) : null}
        <Button autoFocus variant="contained" onClick={onClose}>
          Cerrar
        </Button>
      </DialogActions>
    </>
  )
}
