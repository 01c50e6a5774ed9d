import Button from '@mui/material/Button'
import Dialog, { type DialogProps } from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import type { SxProps } from '@mui/material/styles'
import { type FormEvent, type ReactNode, useEffect, useId } from 'react'
import { type FieldValues, useFormContext } from 'react-hook-form'
import { type FormSchema, messagesIn, type Rules, SchemaForm } from '../inputs/form-kit.tsx'
import { FieldGrid } from './FormSection.tsx'

interface DialogFormProps {
  schema: FormSchema
  /** Validation besides the schema. */
  rules?: Rules
  record: FieldValues
  children: ReactNode
  /** Errors of the record when opened, nested by field: shown immediately. */
  errors?: unknown
  saveLabel?: string
  /** Focuses the save button initially: the record may be saved unchanged. */
  isSaveFocused?: boolean
  isBusy?: boolean
  onSave: (values: FieldValues) => void
  onClose: () => void
}

/** Shows the outer form's errors of the record at its fields, until the next submit. */
const GivenErrors = ({ errors }: { errors: unknown }) => {
  const { setError } = useFormContext()
  useEffect(() => {
    // After the form's own effects, which reset the errors.
    const timer = setTimeout(() => {
      for (const [field, message] of messagesIn(errors))
        if (field !== '') setError(field, { type: 'given', message })
    })
    return () => clearTimeout(timer)
  }, [errors, setError])
  return null
}

/** Stays in view below a long form. */
const STICKY = { px: 3, pb: 2, position: 'sticky', bottom: 0, zIndex: 1, bgcolor: 'background.paper' }

export const DialogForm = (props: DialogFormProps) => {
  const { schema, rules, record, children, saveLabel = 'Guardar', isSaveFocused = false } = props
  const { isBusy = false, onSave, onClose } = props
  return (
    <SchemaForm schema={schema} rules={rules} record={record} onSubmit={onSave}>
      <DialogContent sx={{ pt: 0 }}>
        <FieldGrid>{children}</FieldGrid>
      </DialogContent>
      <DialogActions sx={STICKY}>
        <Button variant="outlined" disabled={isBusy} onClick={onClose}>
          Cancelar
        </Button>
        <Button
          type="submit"
          variant="contained"
          autoFocus={isSaveFocused}
          aria-busy={isBusy}
          loading={isBusy}
        >
          {saveLabel}
        </Button>
      </DialogActions>
      <GivenErrors errors={props.errors} />
    </SchemaForm>
  )
}

interface FormDialogProps extends DialogFormProps {
  open: boolean
  title: string
  maxWidth?: DialogProps['maxWidth']
}

/** A form in a dialog over another form, which only receives valid values. */
export const FormDialog = (props: FormDialogProps) => {
  const { open, title, maxWidth = 'md', onClose } = props
  const heading = useId()
  return (
    <Dialog open={open} onClose={onClose} maxWidth={maxWidth} fullWidth aria-labelledby={heading}>
      <DialogTitle id={heading}>{title}</DialogTitle>
      <DialogForm {...props} />
    </Dialog>
  )
}

interface FieldsDialogProps {
  title: ReactNode
  children: ReactNode
  sx?: SxProps
  maxWidth?: DialogProps['maxWidth']
  submitLabel: string
  isDisabled: boolean
  isBusy: boolean
  onSubmit: () => void
  onClose: () => void
}

/** Asks for values that belong to no record: Enter submits, Escape cancels unless submitting. */
export const FieldsDialog = (props: FieldsDialogProps) => {
  const { title, children, sx, maxWidth = 'xs', submitLabel, isDisabled, isBusy, onSubmit, onClose } = props
  const heading = useId()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    // A dialog of a form's part is in another form only for React.
    event.stopPropagation()
    if (!isBusy && !isDisabled) onSubmit()
  }
  const close = (): void => {
    if (!isBusy) onClose()
  }
  return (
    <Dialog open onClose={close} maxWidth={maxWidth} fullWidth aria-labelledby={heading}>
      <DialogTitle id={heading}>{title}</DialogTitle>
      <form onSubmit={submit} style={{ display: 'contents' }}>
        <DialogContent sx={{ display: 'grid', gap: 1.5, pt: 0, ...sx }}>{children}</DialogContent>
        <DialogActions sx={{ px: 3, pb: 2 }}>
          <Button variant="outlined" disabled={isBusy} onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" variant="contained" disabled={isDisabled} loading={isBusy}>
            {submitLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/**
 * Moves the focus to the page after a dialog whose button was removed by the action; otherwise it would restart at the
 * top.
 */
export const leaveDialog = (): void => {
  requestAnimationFrame(() => document.querySelector('main')?.focus())
}
