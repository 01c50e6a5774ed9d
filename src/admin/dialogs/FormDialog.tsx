import Button from '@mui/material/Button'
import Dialog, { type DialogProps } from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { Form } from 'ra-core'
import { type ReactNode, useId, useMemo } from 'react'
import type { FieldValues } from 'react-hook-form'
import { FocusFirstError } from '../forms/FocusFirstError.tsx'
import { FieldGrid } from '../forms/FormSection.tsx'
import { ShapeContext } from '../forms/form-kit.ts'
import type { FormShape } from '../forms/shape.ts'
import { shapeResolver } from '../forms/shape-resolver.ts'

interface FormDialogProps {
  open: boolean
  title: string
  /** What the values must fit before they are given on. */
  shape: FormShape
  record: FieldValues
  /** The fields, in the places of a section. */
  children: ReactNode
  maxWidth?: DialogProps['maxWidth']
  onSave: (values: FieldValues) => void
  onClose: () => void
}

const InnerForm = ({ shape, record, children, onSave, onClose }: FormDialogProps) => {
  const resolver = useMemo(() => shapeResolver(shape), [shape])
  return (
    <ShapeContext value={shape}>
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
          <Button variant="outlined" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" variant="contained">
            Guardar
          </Button>
        </DialogActions>
        <FocusFirstError />
      </Form>
    </ShapeContext>
  )
}

/** A small form above another one: what it holds reaches that one only when it is complete. */
export const FormDialog = (props: FormDialogProps) => {
  const { open, title, maxWidth = 'md', onClose } = props
  const heading = useId()
  return (
    <Dialog open={open} onClose={onClose} maxWidth={maxWidth} fullWidth aria-labelledby={heading}>
      <DialogTitle id={heading}>{title}</DialogTitle>
      <InnerForm {...props} />
    </Dialog>
  )
}
