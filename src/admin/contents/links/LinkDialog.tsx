import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { Form } from 'ra-core'
import { type ReactNode, useId, useMemo } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { Link } from '../../../domain/contents/link.ts'
import { FocusFirstError } from '../../forms/FocusFirstError.tsx'
import { ShapeContext } from '../../forms/form-kit.ts'
import { type FormShape, initialValues } from '../../forms/shape.ts'
import { shapeResolver } from '../../forms/shape-resolver.ts'
import { LinkFields } from './LinkFields.tsx'

interface LinkDialogProps {
  open: boolean
  /** The link to edit; a new one without it. */
  link: Link | undefined
  shape: FormShape
  children?: ReactNode
  onSave: (link: Link) => void
  onClose: () => void
}

// The resolver let it through: it is what the shape says.
const asLink = (values: FieldValues): Link => values as Link

const LinkForm = ({ link, shape, children, onSave, onClose }: Omit<LinkDialogProps, 'open'>) => {
  const record = useMemo(() => link ?? initialValues(shape), [link, shape])
  const resolver = useMemo(() => shapeResolver(shape), [shape])
  return (
    <ShapeContext value={shape}>
      <Form
        noValidate
        record={record}
        resolver={resolver}
        shouldFocusError={false}
        disableInvalidFormNotification
        onSubmit={(values: FieldValues) => onSave(asLink(values))}
      >
        <DialogContent sx={{ pt: 0 }}>
          <LinkFields>{children}</LinkFields>
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

/** Adds or edits one link; it reaches the content's form only when it is complete. */
export const LinkDialog = ({ open, onClose, ...form }: LinkDialogProps) => {
  const heading = useId()
  return (
    <Dialog open={open} onClose={onClose} maxWidth="md" fullWidth aria-labelledby={heading}>
      <DialogTitle id={heading}>{form.link === undefined ? 'Agregar link' : 'Editar link'}</DialogTitle>
      <LinkForm {...form} onClose={onClose} />
    </Dialog>
  )
}
