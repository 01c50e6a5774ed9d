import Button from '@mui/material/Button'
import Dialog, { type DialogProps } from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type ReactNode, useEffect, useId } from 'react'
import { type FieldValues, useFormContext } from 'react-hook-form'
import { type FormSchema, messagesIn, type Rules, SchemaForm } from '../inputs/form-kit.tsx'
import { FieldGrid } from './FormSection.tsx'

interface DialogFormProps {
  schema: FormSchema
  /** Rules beyond the schema; they can look at more than the values. */
  rules?: Rules
  record: FieldValues
  children: ReactNode
  /** Errors of the record as it is opened, nested by its fields: shown at once. */
  errors?: unknown
  saveLabel?: string
  /** The button that saves has the focus at first: the record can be saved as it is. */
  isSaveFocused?: boolean
  isBusy?: boolean
  onSave: (values: FieldValues) => void
  onClose: () => void
}

/** Shows the outer form's errors of the record beside its fields, until it is submitted again. */
const GivenErrors = ({ errors }: { errors: unknown }) => {
  const { setError } = useFormContext()
  useEffect(() => {
    // After the form's own effects, which start it without any.
    const timer = setTimeout(() => {
      for (const [field, message] of messagesIn(errors))
        if (field !== '') setError(field, { type: 'given', message })
    })
    return () => clearTimeout(timer)
  }, [errors, setError])
  return null
}

export const DialogForm = (props: DialogFormProps) => {
  const { schema, rules, record, children, saveLabel = 'Guardar', isSaveFocused = false } = props
  const { isBusy = false, onSave, onClose } = props
  return (
    <SchemaForm schema={schema} rules={rules} record={record} onSubmit={onSave}>
      <DialogContent sx={{ pt: 0 }}>
        <FieldGrid>{children}</FieldGrid>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
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

/** A form above another one, which gets the values only once they are valid. */
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
