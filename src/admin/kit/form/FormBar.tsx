import MoreIcon from '@mui/icons-material/MoreVert'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import Typography from '@mui/material/Typography'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { useCreatePath, useDelete, useNavigate, useRecordContext, useResourceContext } from 'react-admin'
import { useFormState } from 'react-hook-form'
import { holds, type Permission } from '../../../domain/access/permissions.ts'
import { isResource } from '../../../domain/registry.ts'
import { useCachedMe, useCan } from '../../api/me.ts'
import { useRefreshLists } from '../../api/query-client.ts'
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx'
import { useNotifyDeleted } from '../dialogs/deletion.tsx'
import { messagesIn, useFormKit, useSaveError } from '../inputs/form-kit.tsx'
import { useReturnToList } from '../page/list-location.ts'
import { removeRecent } from '../page/recent-records.ts'

const BAR = {
  // Longer lines of a form are hard to follow.
  'main:has(&)': { maxWidth: 1560 },
  position: 'var(--unstuck, sticky)',
  bottom: { xs: 0, sm: 12 },
  zIndex: 'appBar',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  mt: 2,
  mx: { xs: -1.5, sm: 0 },
  px: { xs: 1.5, sm: 2 },
  py: 1.25,
  bgcolor: 'background.paper',
  border: 1,
  borderColor: 'divider',
  borderRadius: { xs: 0, sm: '12px' },
  // Hides what scrolls past below the bar, which is a separate card.
  boxShadow: { sm: '0 24px 0 var(--ground)' },
  '& > .bar-more': { display: 'none' },
  '@media (max-width: 599.95px)': {
    py: 1,
    '& > .MuiButton-root': { flex: '1 0 auto', px: 1.5 },
    '&:not([data-open]) > .MuiButton-root:not(.bar-main, .bar-more)': { display: 'none' },
    '&:has(> .MuiButton-root:not(.bar-main, .bar-more)) > .bar-more': {
      display: 'inline-flex',
      flex: 'none',
      minWidth: 44,
      px: 0,
    },
    // Expanded buttons open above the row, which stays within reach of the thumb.
    '&[data-open] > .MuiButton-root:not(.bar-main, .bar-more)': { order: -2, flex: '1 0 40%' },
    '&[data-open]::after': { content: '""', order: -2, flex: '1 0 100%' },
  },
} as const

/** Sticky bar: messages above, buttons below. On a phone only buttons of class `bar-main`, the others behind '⋯'. */
export const FormBar = ({ children }: { children: ReactNode }) => {
  const [isOpen, setOpen] = useState(false)
  const more = useRef<HTMLButtonElement>(null)
  const onKeyDown = ({ key, target, currentTarget }: KeyboardEvent): void => {
    // React also propagates key events from dialogs opened by a button.
    if (!isOpen || key !== 'Escape' || !(target instanceof Node && currentTarget.contains(target))) return
    setOpen(false)
    more.current?.focus()
  }
  return (
    <Box data-form-bar data-open={isOpen ? '' : undefined} sx={BAR} onKeyDown={onKeyDown}>
      <FormMessages />
      {children}
      <Button
        ref={more}
        className="bar-more"
        variant="outlined"
        aria-label="Más acciones"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <MoreIcon />
      </Button>
    </Box>
  )
}

export const BarSpace = () => <Box sx={{ flex: 1, display: { xs: 'none', sm: 'block' } }} />

/** Back to the list in its last state. */
export const BackButton = () => (
  <Button variant="outlined" className="bar-main" onClick={useReturnToList()}>
    Atras
  </Button>
)

/** `isMain`: for bars without 'Atras'. */
export const CancelButton = ({ isMain = false }: { isMain?: boolean }) => (
  <Button variant="outlined" className={isMain ? 'bar-main' : undefined} onClick={useReturnToList()}>
    Cancelar
  </Button>
)

/** From a saved record to a new one. */
export const NewButton = () => {
  const resource = useResourceContext() ?? ''
  const { mode } = useFormKit()
  const unsaved = useUnsavedCount()
  const navigate = useNavigate()
  const createPath = useCreatePath()
  const canRegister = useCan('register', resource)
  return (
    <Button
      variant="outlined"
      disabled={mode === 'create' || unsaved > 0 || !canRegister}
      onClick={() => navigate(createPath({ resource, type: 'create' }))}
    >
      Nuevo
    </Button>
  )
}

interface SaveButtonProps {
  label?: string
  /** Instead of the permission to write the resource. */
  needs?: Permission
}

/** Disabled without permission. */
export const SaveButton = ({ label = 'Registrar', needs }: SaveButtonProps) => {
  const me = useCachedMe()
  const resource = useResourceContext() ?? ''
  const { mode } = useFormKit()
  const { isSubmitting } = useFormState()
  const canWrite = useCan(mode === 'create' ? 'register' : 'modify', resource)
  const canSave = needs === undefined ? canWrite : me !== undefined && holds(me, needs)
  return (
    <Button
      type="submit"
      variant="contained"
      className="bar-main"
      disabled={!canSave}
      aria-busy={isSubmitting}
      startIcon={isSubmitting ? <CircularProgress size={16} color="inherit" /> : undefined}
    >
      {label}
    </Button>
  )
}

interface DeleteButtonProps {
  prompt: (record: Record<string, unknown>) => string
  /** Consequences of the deletion. */
  children?: ReactNode
}

/** Deletes the record after confirmation; disabled for a new record, hidden without permission. */
export const DeleteButton = ({ prompt, children }: DeleteButtonProps) => {
  const resource = useResourceContext() ?? ''
  const record = useRecordContext()
  const { mode } = useFormKit()
  const [isAsking, setAsking] = useState(false)
  const { deleteRecord, isPending } = useDeletion(() => setAsking(false))
  const canDelete = useCan('delete', resource)
  if (!canDelete) return null
  return (
    <>
      <Button variant="outlined" color="error" disabled={mode === 'create'} onClick={() => setAsking(true)}>
        Eliminar
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={record === undefined ? '' : prompt(record)}
        confirmLabel="Eliminar"
        danger
        busy={isPending}
        onConfirm={deleteRecord}
        onClose={() => setAsking(false)}
      >
        {children}
      </ConfirmDialog>
    </>
  )
}

const useDeletion = (close: () => void) => {
  const resource = useResourceContext() ?? ''
  const record = useRecordContext()
  const { isDone } = useFormKit()
  const notifyDeleted = useNotifyDeleted()
  const refreshLists = useRefreshLists()
  const onError = useSaveError()
  const returnToList = useReturnToList()
  const [remove, { isPending }] = useDelete()
  const deleteRecord = (): void => {
    if (isPending || record === undefined) return
    remove(
      resource,
      { id: record.id, previousData: record },
      {
        mutationMode: 'pessimistic',
        onSuccess: () => {
          isDone.current = true
          refreshLists()
          if (isResource(resource)) removeRecent({ resource, _id: String(record.id) })
          notifyDeleted(record.id)
          returnToList()
        },
        onError,
        onSettled: close,
      },
    )
  }
  return { deleteRecord, isPending }
}

// On a phone, its first two words are next to the buttons, or above them if there is no room.
const COUNT = {
  whiteSpace: { xs: 'normal', sm: 'nowrap' },
  '@media (max-width: 599.95px)': {
    flex: '0 0 50px',
    maxHeight: 29,
    overflow: 'hidden',
    fontSize: 12,
    lineHeight: 1.2,
    textAlign: 'center',
    '&:empty': { flex: 'none', ml: -1 },
  },
  '@media (max-width: 359.95px)': { flex: '1 0 100%', order: -1, '&:empty': { flex: 'none', ml: -1 } },
} as const

export const UnsavedCount = () => {
  const count = useUnsavedCount()
  return (
    <Typography color="text.secondary" role="status" sx={COUNT}>
      {count === 0 ? '' : count === 1 ? '1 cambio sin guardar' : `${count} cambios sin guardar`}
    </Typography>
  )
}

/** Number of fields that differ from the stored record; a list counts as one. */
export const useUnsavedCount = (): number => {
  const { dirtyFields } = useFormState()
  return Object.values(dirtyFields).filter((field) => isDirty(field)).length
}

const isDirty = (node: unknown): boolean =>
  node === true || (isBranch(node) && Object.values(node).some((child) => isDirty(child)))

const errorCountText = (count: number): string =>
  count === 1 ? 'Hay 1 campo por corregir.' : `Hay ${count} campos por corregir.`

/** The form's message area: always rendered as a live region, so that screen readers announce its contents. */
export const FormMessages = () => {
  const kit = useFormKit()
  const errors = useErrorCount()
  const message = kit.message ?? (errors > 0 ? kit.incomplete : undefined)
  return (
    <Box role="alert" data-testid="form-message" sx={{ width: 1, order: -3, '&:empty': { display: 'none' } }}>
      {message ? (
        <Alert severity="error" role="presentation" sx={{ py: 0, mb: errors > 0 ? 0.5 : 0 }}>
          {message}
        </Alert>
      ) : null}
      {errors > 0 ? (
        <Alert severity="warning" role="presentation" sx={{ py: 0 }}>
          {errorCountText(errors)}
        </Alert>
      ) : null}
    </Box>
  )
}

export const useErrorCount = (): number => {
  const { errors } = useFormState()
  return messagesIn(errors).length
}

const isBranch = (node: unknown): node is Record<string, unknown> => typeof node === 'object' && node !== null
