import Button from '@mui/material/Button'
import Dialog, { type DialogProps } from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { Form } from 'ra-core'
import { type ReactNode, useEffect, useId, useMemo } from 'react'
import { type FieldValues, useFormContext } from 'react-hook-form'
import {
  FocusFirstError,
  type FormSchema,
  type Rules,
  SchemaContext,
  schemaResolver,
} from '../inputs/form-kit.tsx'
import { FieldGrid } from './FormSection.tsx'

interface DialogFormProps {
  /** What the values must fit before they are given on. */
  schema: FormSchema
  /** What they must be besides; it may look at more than the values. */
  rules?: Rules
  record: FieldValues
  /** The fields, in the places of a section. */
  children: ReactNode
  /** What is wrong with the record as it comes, nested by its fields: shown at once. */
  errors?: unknown
  saveLabel?: string
  isBusy?: boolean
  onSave: (values: FieldValues) => void
  onClose: () => void
}

const leavesOf = (node: unknown, path: readonly string[] = []): [string, string][] => {
  if (typeof node !== 'object' || node === null) return []
  if ('message' in node && typeof node.message === 'string') return [[path.join('.'), node.message]]
  return Object.entries(node).flatMap(([name, child]) =>
    name === 'ref' ? [] : leavesOf(child, [...path, name]),
  )
}

/** Puts what the form around said of the record beside its fields, until it is submitted again. */
const GivenErrors = ({ errors }: { errors: unknown }) => {
  const { setError } = useFormContext()
  useEffect(() => {
    // After the form's own effects, which start it without any.
    const timer = setTimeout(() => {
      for (const [field, message] of leavesOf(errors))
        if (field !== '') setError(field, { type: 'given', message })
    })
    return () => clearTimeout(timer)
  }, [errors, setError])
  return null
}

/** The fields and the buttons of a dialog that is a form. */
export const DialogForm = (props: DialogFormProps) => {
  const { schema, rules, record, children, saveLabel = 'Guardar', isBusy = false, onSave, onClose } = props
  const resolver = useMemo(() => schemaResolver(schema, rules), [schema, rules])
  return (
    <SchemaContext value={schema}>
      <Form
        noValidate
        record={record}
        resolver={resolver}
        shouldFocusError={false}
        disableInvalidFormNotification
        onSubmit={onSave}
      >
        <DialogContent sx={{ pt: 0 }}>
          <FieldGrid>{children}</FieldGrid>
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2 }}>
          <Button variant="outlined" disabled={isBusy} onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" variant="contained" aria-busy={isBusy} loading={isBusy}>
            {saveLabel}
          </Button>
        </DialogActions>
        <FocusFirstError />
        <GivenErrors errors={props.errors} />
      </Form>
    </SchemaContext>
  )
}

interface FormDialogProps extends DialogFormProps {
  open: boolean
  title: string
  maxWidth?: DialogProps['maxWidth']
}

/** A small form above another one: what it holds reaches that one only when it is complete. */
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
